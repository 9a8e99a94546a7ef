// The page of a table: each module looks after one thing.
import "./answers.js";
import "./board.js";
import "./figures.js";
import "./keys.js";
import "./legend.js";
import "./live.js";
import "./panel.js";
import "./parts.js";
import "./picker.js";
import "./routes.js";
import "./stream.js";
import "./tabs.js";
import "./time.js";
import "./ways.js";
