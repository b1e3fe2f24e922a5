"""Trains the 2D segmenter: nice -n 19 python3 train.py DATA OUTPUT [--steps N --resume CHECKPOINT]."""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from augment import random_example
from dataset import Sample, read_split
from evaluate import evaluate, figures_of
from network import Segmenter

BATCH = 16
RATE = 3e-3
WARM_UP_STEPS = 60
WEIGHT_AVERAGE = 0.995


def main() -> None:
    arguments = _arguments()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(arguments.seed)
    training, validation = (read_split(arguments.data, part) for part in ("train", "validation"))
    state = TrainingState(arguments.steps, arguments.decay, arguments.seed)
    if arguments.resume:
        state.load(arguments.resume)
    _train(state, training, validation, arguments)


class TrainingState:
    """Weights, their moving average, the optimiser and the step. The rate is flat, then falls to zero."""

    def __init__(self, steps: int, decay: int, seed: int) -> None:
        self.network = Segmenter()
        self.average = Segmenter()
        self.average.load_state_dict(self.network.state_dict())
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=RATE, weight_decay=0.02)
        self.step, self.steps, self.decay, self.seed = 0, steps, decay, seed

    def rate(self) -> float:
        rising = min(1.0, (self.step + 1) / WARM_UP_STEPS)
        falling = min(1.0, (self.steps - self.step) / self.decay)
        return RATE * rising * falling

    def load(self, path: Path) -> None:
        saved = torch.load(path)
        self.network.load_state_dict(saved["network"])
        self.average.load_state_dict(saved["average"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.step, self.seed = saved["step"], saved["seed"]

    def save(self, path: Path) -> None:
        saved = {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
            "seed": self.seed,
        }
        # An interrupted write leaves the earlier checkpoint.
        part = path.with_suffix(".part")
        torch.save(saved, part)
        part.replace(path)

    def update(self, inputs: torch.Tensor, targets: torch.Tensor) -> float:
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate()
        self.network.train()
        loss = segmentation_loss(self.network(inputs), targets)
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimizer.step()
        self.step += 1
        self._follow(min(WEIGHT_AVERAGE, (1 + self.step) / (10 + self.step)))
        return float(loss.detach())

    def _follow(self, keep: float) -> None:
        current = self.network.state_dict()
        with torch.no_grad():
            for name, value in self.average.state_dict().items():
                if value.dtype.is_floating_point:
                    value.mul_(keep).add_(current[name], alpha=1 - keep)
                else:
                    value.copy_(current[name])


def segmentation_loss(logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    """Cross entropy of all examples plus the Dice loss of those with a lesion."""
    entropy = F.binary_cross_entropy_with_logits(logits, targets)
    present = targets.flatten(1).sum(1) > 0
    if not present.any():
        return entropy
    probability = torch.sigmoid(logits[present]).flatten(1)
    target = targets[present].flatten(1)
    overlap = (2 * (probability * target).sum(1) + 1) / (probability.sum(1) + target.sum(1) + 1)
    return entropy + (1 - overlap).mean()


def _train(state: TrainingState, training: list[Sample], validation: list[Sample], arguments: argparse.Namespace) -> None:
    arguments.output.mkdir(parents=True, exist_ok=True)
    lesions = [sample for sample in training if sample.lesion_count]
    normals = [sample for sample in training if not sample.lesion_count]
    started, losses = time.monotonic(), []
    while state.step < state.steps:
        random = np.random.default_rng((state.seed, state.step))
        chosen = [lesions[i] for i in random.choice(len(lesions), BATCH - 1, replace=False)]
        chosen.append(normals[random.integers(len(normals))])
        examples = [random_example(sample, random) for sample in chosen]
        inputs, targets = (torch.stack(parts) for parts in zip(*examples))
        losses.append(state.update(inputs, targets))
        if state.step % 50 == 0:
            print(f"step {state.step} loss {np.mean(losses[-50:]):.4f} after {time.monotonic() - started:.0f} s", flush=True)
        if state.step % arguments.check_every == 0 or state.step == state.steps:
            state.save(arguments.output / "last.pt")
            if state.step % (2 * arguments.check_every) == 0 or state.step == state.steps:
                print(f"step {state.step} {figures_of(evaluate(state.average.eval(), validation))}", flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--decay", type=int, default=1000, help="steps at the end in which the rate falls to zero")
    parser.add_argument("--check-every", type=int, default=100)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--resume", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
