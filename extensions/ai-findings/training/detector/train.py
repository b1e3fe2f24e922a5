"""Trains the network of the lesion detector: python3 train.py RUN [--steps N --seed S].

RUN contains labels.u8, features.f32 and patches.f32; writes RUN/lesion-network.onnx.
`npm run train:detector` writes the former and calls this program.
"""

import argparse
import copy
import math
import time
from pathlib import Path

import onnx
import torch
from torch.nn import functional as F

from examples import Candidates, Examples
from network import PATCH_SIZES, CandidateNetwork

OPSET = 16
BATCH = 128
RATE = 2e-3
WEIGHT_AVERAGE = 0.998
REPORT_STEPS = 200


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path)
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(arguments.seed)
    candidates = Candidates.read(arguments.run)
    examples = Examples(candidates, BATCH, arguments.seed)
    network = CandidateNetwork(candidates.features.shape[1])
    network.means.copy_(torch.from_numpy(candidates.features.mean(0)))
    network.scales.copy_(torch.from_numpy(examples.scales))
    average = train(network, examples, arguments.steps)
    average.offset.fill_(examples.offset())
    export(average, arguments.run / "lesion-network.onnx")


def train(network: CandidateNetwork, examples: Examples, steps: int) -> CandidateNetwork:
    """Returns the moving average of the weights over the steps."""
    average = copy.deepcopy(network)
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=1e-2)
    start, smoothed = time.monotonic(), None
    network.train()
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = RATE * 0.5 * (1 + math.cos(math.pi * step / steps))
        patches, features, targets = examples.next()
        loss = F.binary_cross_entropy_with_logits(network(patches, features), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        follow(average, network, min(WEIGHT_AVERAGE, (1 + step) / (10 + step)))
        smoothed = loss.item() if smoothed is None else 0.99 * smoothed + 0.01 * loss.item()
        if (step + 1) % REPORT_STEPS == 0:
            print(f"step {step + 1} of {steps}, loss {smoothed:.4f}, {time.monotonic() - start:.0f} s", flush=True)
    return average.eval()


def follow(average: CandidateNetwork, network: CandidateNetwork, keep: float) -> None:
    current = network.state_dict()
    with torch.no_grad():
        for name, value in average.state_dict().items():
            if value.dtype.is_floating_point:
                value.mul_(keep).add_(current[name], alpha=1 - keep)
            else:
                value.copy_(current[name])


def export(network: CandidateNetwork, path: Path) -> None:
    torch.onnx.export(
        network,
        (torch.zeros(2, *PATCH_SIZES), torch.zeros(2, len(network.means))),
        str(path),
        opset_version=OPSET,
        input_names=["patches", "features"],
        output_names=["logits"],
        dynamic_axes={name: {0: "count"} for name in ("patches", "features", "logits")},
        do_constant_folding=True,
    )
    onnx.checker.check_model(onnx.load(str(path)))
    # The product compares its runtime with these answers of PyTorch.
    network.eval()
    generator = torch.Generator().manual_seed(3)
    patches = 8 * torch.randn(4, *PATCH_SIZES, generator=generator)
    features = network.means + network.scales * torch.randn(4, len(network.means), generator=generator)
    with torch.no_grad():
        logits = network(patches, features)
    for name, values in (("patches", patches), ("features", features), ("logits", logits)):
        values.numpy().astype("<f4").tofile(path.parent / f"parity-{name}.f32")


if __name__ == "__main__":
    main()
