"""Segments images of a folder: python3 predict_file.py MODEL.onnx FOLDER.

FOLDER/requests.json lists {name, width, height, x, y}; FOLDER/NAME.grey contains float32 grey values 0..1. Writes
FOLDER/NAME.probability with float32 values of the same size.
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch

from onnx_in_torch import load_onnx
from predict import segment


def main() -> None:
    run = load_onnx(Path(sys.argv[1]))
    folder = Path(sys.argv[2])
    torch.set_num_threads(1)
    for request in json.loads((folder / "requests.json").read_text(encoding="utf-8")):
        grey = np.fromfile(folder / f"{request['name']}.grey", dtype="<f4")
        image = grey.reshape(request["height"], request["width"])
        click = np.array([[request["x"], request["y"]]])
        probability = segment(image, click, np.zeros((0, 2)), run)
        probability.astype("<f4").tofile(folder / f"{request['name']}.probability")


if __name__ == "__main__":
    main()
