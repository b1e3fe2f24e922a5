"""Writes network and cards: python3 export.py DATA WEIGHTS_FOLDER CHECKPOINT... --version V.

The checkpoints, one per run, become one network: the mean of their logits.
`npm run fom -- onnx-parity` compares the runtimes of the product with PyTorch.
"""

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from card_text import card_text
from dataset import Sample, read_split, split_hash
from evaluate import evaluate, figures_of
from network import INPUT_SIZE, Ensemble, Segmenter
from onnx_in_torch import load_onnx
from predict import MIN_VIEW_PIXELS, THRESHOLD, ZOOM_FACTORS
from views import pyramid, sample, square_view

OPSET = 16
NAME = "segmenter2d"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("weights", type=Path)
    parser.add_argument("checkpoints", type=Path, nargs="+")
    parser.add_argument("--version", required=True)
    arguments = parser.parse_args()
    saved = [torch.load(path) for path in arguments.checkpoints]
    network = ensemble([item["average"] for item in saved])
    arguments.weights.mkdir(parents=True, exist_ok=True)
    model = arguments.weights / f"{NAME}.onnx"
    export_onnx(network, model)
    # The exporter leaves the network in training mode.
    network.eval()
    check_parity(network, model)
    store_as_half(model)
    figures = figures_of(evaluate(load_onnx(model), read_split(arguments.data, "validation")))
    weights_hash = hashlib.sha256(model.read_bytes()).hexdigest()
    training = read_split(arguments.data, "train")
    card = {
        "name": NAME,
        "version": arguments.version,
        "use": "research",
        "weightsSha256": weights_hash,
        "splitSha256": split_hash(arguments.data),
        "threshold": THRESHOLD,
        "zoomFactors": list(ZOOM_FACTORS),
        "minViewPx": MIN_VIEW_PIXELS,
        "domain": domain_of(training),
    }
    text = json.dumps(card, indent=2) + "\n"
    (arguments.weights / f"{NAME}.json").write_text(text, encoding="utf-8")
    parameters = sum(value.numel() for value in network.parameters())
    seeds = [(item["seed"], item["step"]) for item in saved]
    people = card_text(card, figures, parameters, seeds, training)
    (arguments.weights / f"{NAME}.md").write_text(people, encoding="utf-8")
    print(figures)


def ensemble(weights: list[dict[str, torch.Tensor]]) -> Ensemble:
    networks = [Segmenter() for _ in weights]
    for network, values in zip(networks, weights):
        network.load_state_dict(values)
    return Ensemble(networks).eval()


def export_onnx(network: Ensemble, path: Path) -> None:
    views = torch.zeros(2, 3, INPUT_SIZE, INPUT_SIZE)
    torch.onnx.export(
        network,
        views,
        str(path),
        opset_version=OPSET,
        input_names=["views"],
        output_names=["logits"],
        dynamic_axes={"views": {0: "count"}, "logits": {0: "count"}},
        do_constant_folding=True,
    )
    onnx.checker.check_model(onnx.load(str(path)))


def store_as_half(path: Path) -> None:
    """Stores the kernels as float16, half the size; a runtime widens them once, when it loads the model."""
    model = onnx.load(str(path))
    widenings = []
    for item in model.graph.initializer:
        values = numpy_helper.to_array(item)
        if values.dtype != np.float32 or values.ndim < 2:
            continue
        name = item.name
        item.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}.half"))
        widenings.append(onnx.helper.make_node("Cast", [item.name], [name], to=onnx.TensorProto.FLOAT))
    nodes = [*widenings, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def check_parity(network: Ensemble, path: Path) -> None:
    """Raises RuntimeError when the exported nodes differ from the network."""
    views = torch.randn(4, 3, INPUT_SIZE, INPUT_SIZE, generator=torch.Generator().manual_seed(3))
    with torch.no_grad():
        difference = float((network(views) - load_onnx(path)(views)).abs().max())
    if difference > 1e-4:
        raise RuntimeError(f"The exported network differs by {difference}")
    print(f"largest difference of the exported network {difference:.1e}")


def domain_of(samples: list[Sample]) -> dict[str, dict[str, float]]:
    """Lowest and highest value of each statistic of the images with a lesion; see check-domain.ts."""
    rows = [frame_statistics(sample.grey) for sample in samples if sample.lesion_count]
    names = ("mean", "deviation", "gradient")
    return {
        name: {"min": round(float(np.min(values)), 4), "max": round(float(np.max(values)), 4)}
        for name, values in zip(names, zip(*rows))
    }


def frame_statistics(grey: np.ndarray) -> tuple[float, float, float]:
    height, width = grey.shape
    size = max(height, width)
    view = square_view(width / 2, height / 2, size)
    image, reduction = pyramid(grey, view)
    margin_x = round_half_up(INPUT_SIZE * (1 - width / size) / 2)
    margin_y = round_half_up(INPUT_SIZE * (1 - height / size) / 2)
    samples = sample(image, view, reduction).numpy().astype(np.float64)
    inside = samples[margin_y : INPUT_SIZE - margin_y, margin_x : INPUT_SIZE - margin_x]
    return inside.mean(), inside.std(), np.abs(np.diff(inside, axis=1)).mean()


def round_half_up(value: float) -> int:
    return int(np.floor(value + 0.5))


if __name__ == "__main__":
    main()
