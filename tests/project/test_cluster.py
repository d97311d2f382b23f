"""A cluster, played by threads: what is asked of Dask, and what is said when it is not there."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from grader.cohort import cluster as clusters
from grader.cohort import pool
from grader.cohort.cluster import CannotReach, cluster
from grader.cohort.run import Options, grade_class
from grader.cohort.store import Store
from tests.project.test_class import digest_of, hand_in, options, rows, scores
from tests.project.toy_course import toy_course

ADDRESS = "tcp://10.0.0.1:8786"


class Client:
    """The part of Dask's client that is used, with this process as the only worker."""

    threads = 2
    lacking = False
    answers = True
    gone = False

    def __init__(self, address: str, **_: object) -> None:
        if not self.answers:
            raise OSError(f"nobody at {address}")
        self.executor = ThreadPoolExecutor(self.threads or 1)

    def nthreads(self) -> dict[str, int]:
        if self.gone:
            raise OSError("the stream is closed")
        return {"tcp://10.0.0.2:1": self.threads} if self.threads else {}

    def run(self, function: Callable[..., object], *values: object, **_: object) -> object:
        answer = ModuleNotFoundError("no grader") if self.lacking else function(*values)
        return dict.fromkeys(self.nthreads(), answer)

    def get_executor(self, pure: bool) -> Executor:
        assert not pure
        return self.executor

    def close(self, *_: object) -> None:
        self.executor.shutdown()


@pytest.fixture
def dask(monkeypatch: pytest.MonkeyPatch) -> type[Client]:
    class Fresh(Client):
        pass

    module = types.ModuleType("distributed")
    module.Client = Fresh  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "distributed", module)
    return Fresh


@pytest.mark.usefixtures("dask")
def test_a_cluster_gives_the_rows_that_this_machine_gives(tmp_path: Path) -> None:
    toy, folder = toy_course(tmp_path / "toy"), hand_in(tmp_path / "class", 6)
    grade_class(toy, options(folder, tmp_path / "here"))
    there = Options(folder=folder, output=tmp_path / "there", scheduler=ADDRESS, confined=False)
    grade_class(toy, there)
    digest = digest_of(toy)
    assert rows(tmp_path / "there", digest) == rows(tmp_path / "here", digest)
    assert [row["points"] for row in scores(tmp_path / "there")] == ["10", "5"] * 3
    assert all(bench.closed for bench in pool._benches.values())


def test_a_cluster_that_goes_away_costs_nothing_that_was_graded(
    tmp_path: Path, dask: type[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    toy, folder = toy_course(tmp_path / "toy"), hand_in(tmp_path / "class", 8)
    keep, kept = Store.keep, list[str]()

    def then_gone(store: Store, submission: str, card: bytes, seconds: float) -> None:
        keep(store, submission, card, seconds)
        kept.append(submission)
        if len(kept) == 2:
            dask.gone = True

    monkeypatch.setattr(Store, "keep", then_gone)
    asked = Options(folder=folder, output=tmp_path / "out", scheduler=ADDRESS, confined=False)
    with pytest.raises(CannotReach, match=r"is gone\. What was graded is kept"):
        grade_class(toy, asked)
    with Store(tmp_path / "out", digest_of(toy)) as store:
        assert all(store.holds(digest) for digest in kept)


def reach() -> None:
    with cluster(ADDRESS) as (_, ahead):
        ahead()


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(CannotReach, match=r"needs Dask: install .*cluster"):
        reach()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("answers", False, "no Dask scheduler answers at tcp://10.0.0.1:8786"),
        ("threads", 0, "has no workers. Start `dask worker tcp://10.0.0.1:8786`"),
        ("lacking", True, r"lack the grader: tcp://10.0.0.2:1\. Install it there"),
    ],
)
def test_what_is_missing_is_told_before_grading(
    dask: type[Client], name: str, value: object, said: str
) -> None:
    setattr(dask, name, value)
    with pytest.raises(CannotReach, match=said):
        reach()


def test_a_cluster_whose_workers_all_went_is_given_up_after_a_while(
    dask: type[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    with cluster(ADDRESS) as (_, ahead):
        dask.threads = 0
        assert ahead() == 0
        monkeypatch.setattr(clusters, "PATIENCE_SECONDS", -1)
        with pytest.raises(CannotReach, match="no worker is left"):
            ahead()
