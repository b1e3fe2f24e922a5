"""Trains the networks of the 2D segmenter and writes model and cards.

python3 make_model.py DATA RUNS WEIGHTS_FOLDER --version V

RUNS keeps a checkpoint per seed; a repeated call goes on from there.
"""

import argparse
import subprocess
import sys
from pathlib import Path

SEEDS = (7, 11)
PROGRAMS = Path(__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("runs", type=Path)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--version", required=True)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--decay", type=int, default=1000)
    arguments = parser.parse_args()
    folders = [arguments.runs / f"seed-{seed}" for seed in SEEDS]
    trainings = [_start_training(arguments, seed, folder) for seed, folder in zip(SEEDS, folders)]
    if any([training.wait() for training in trainings]):
        sys.exit("A training failed; its error is above.")
    checkpoints = [folder / "last.pt" for folder in folders]
    subprocess.run(
        [sys.executable, PROGRAMS / "export.py", arguments.data, arguments.weights, *checkpoints]
        + ["--version", arguments.version],
        check=True,
    )


def _start_training(arguments: argparse.Namespace, seed: int, folder: Path) -> subprocess.Popen:
    """Starts a training with one thread; the trainings run side by side."""
    command = [sys.executable, PROGRAMS / "train.py", arguments.data, folder, "--seed", str(seed)]
    command += ["--steps", str(arguments.steps), "--decay", str(arguments.decay)]
    last = folder / "last.pt"
    if last.exists():
        command += ["--resume", last]
    folder.mkdir(parents=True, exist_ok=True)
    return subprocess.Popen(command)


if __name__ == "__main__":
    main()
