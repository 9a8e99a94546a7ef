"""Several people at the same moment: one is first, the others get a clear answer."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from .servers import Client, Server, postgres, running

ROUNDS = 12


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    if request.param == "sqlite":
        yield from _started(folder, None)
    else:
        with postgres() as database:
            yield from _started(folder, database)


def _started(folder: Path, database: str | None) -> Iterator[Server]:
    with running(folder, database, workers=2) as server:
        server.tokens = server.people("ana", "luis", "eva")  # type: ignore[attr-defined]
        server.start()
        yield server


@pytest.fixture
def people(server: Server) -> list[Client]:
    return [server.client(token) for token in server.tokens]  # type: ignore[attr-defined]


def together(*calls: tuple[Client, str, Any]) -> list[tuple[int, Any]]:
    """Send requests at the same moment; return the answers sorted by status."""
    with ThreadPoolExecutor(len(calls)) as pool:
        sent = [pool.submit(client.ask, "POST", path, data) for client, path, data in calls]
        return sorted((future.result() for future in sent), key=lambda answer: answer[0])


def test_of_two_actions_at_the_same_moment_exactly_one_is_taken(people: list[Client]) -> None:
    ana = people[0]
    table = ana.new_table()
    path = f"tables/{table['slug']}/actions/"
    for count in range(1, ROUNDS + 1):
        choices = ana.get(f"tables/{table['slug']}/legal/")["choices"]
        first, second = choices[0]["action"], choices[-1]["action"]
        answers = together(
            (ana, path, {"action": first, "revision": table["revision"]}),
            (ana, path, {"action": second, "revision": table["revision"]}),
        )
        assert [status for status, _ in answers] == [200, 409]
        assert answers[1][1]["error"]["code"] == "conflict"
        table = answers[0][1]
        assert table["length"] == count
    played = ana.get(path)["actions"]
    assert [entry["number"] for entry in played] == list(range(1, ROUNDS + 1))


def test_the_same_request_twice_is_taken_once(people: list[Client]) -> None:
    ana = people[0]
    table = ana.new_table()
    path = f"tables/{table['slug']}/actions/"
    for count in range(1, ROUNDS + 1):
        action = ana.get(f"tables/{table['slug']}/legal/")["choices"][-1]["action"]
        data = {"action": action, "request": f"r{count}", "revision": table["revision"]}
        answers = together((ana, path, data), (ana, path, data), (ana, path, data))
        assert [status for status, _ in answers] == [200, 200, 200]
        table = ana.get(f"tables/{table['slug']}/")
        assert table["length"] == count


def test_whoever_does_not_sit_there_is_refused(people: list[Client]) -> None:
    ana, luis, eva = people
    seats = [{}, {"who": "open"}]
    table = ana.post("tables/", {"game": "1888n", "seats": seats})
    luis.post(f"tables/{table['slug']}/join/")
    luis.post(f"tables/{table['slug']}/start/")
    path = f"tables/{table['slug']}/actions/"
    status, answer = luis.ask("POST", path, {"text": "pass"})  # Ana's decision
    assert (status, answer["error"]["code"]) == (403, "forbidden")
    for wish in ("actions/", "undo/"):
        data = {"text": "pass"} if wish == "actions/" else {}
        assert eva.ask("POST", f"tables/{table['slug']}/{wish}", data)[0] == 403
    assert ana.ask("POST", path, {"text": "pass"})[0] == 200
    assert luis.ask("POST", path, {"text": "pass"})[0] == 200


def test_one_seat_is_taken_by_one_person(people: list[Client]) -> None:
    ana, luis, eva = people
    for _ in range(4):
        table = ana.post("tables/", {"game": "1888n", "seats": [{}, {"who": "open"}]})
        path = f"tables/{table['slug']}/join/"
        answers = together((luis, path, {}), (eva, path, {}))
        assert [status for status, _ in answers] == [200, 409]
