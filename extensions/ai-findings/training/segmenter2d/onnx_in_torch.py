"""Runs an exported network with PyTorch, node by node: the reference of the parity test."""

from collections.abc import Callable
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch.nn import functional as F


def load_onnx(path: Path) -> Callable[[torch.Tensor], torch.Tensor]:
    """Returns a function from views to logits. Raises ValueError at a node that the exporter does not write."""
    graph = onnx.load(str(path)).graph
    constants = {item.name: torch.from_numpy(numpy_helper.to_array(item).copy()) for item in graph.initializer}

    def run(views: torch.Tensor) -> torch.Tensor:
        values = {**constants, graph.input[0].name: views}
        for node in graph.node:
            values[node.output[0]] = _apply(node, [values.get(name) for name in node.input])
        return values[graph.output[0].name]

    return run


def _apply(node: onnx.NodeProto, inputs: list[torch.Tensor | None]) -> torch.Tensor:
    attributes = {item.name: onnx.helper.get_attribute_value(item) for item in node.attribute}
    if node.op_type == "Conv":
        padding, stride = attributes["pads"][:2], attributes["strides"]
        return F.conv2d(*inputs, stride=tuple(stride), padding=tuple(padding))
    if node.op_type == "Relu":
        return F.relu(inputs[0])
    if node.op_type == "Add":
        return inputs[0] + inputs[1]
    if node.op_type == "Cast" and attributes["to"] == onnx.TensorProto.FLOAT:
        return inputs[0].float()
    if node.op_type == "Mul":
        return inputs[0] * inputs[1]
    if node.op_type == "Concat":
        return torch.cat(inputs, dim=attributes["axis"])
    if node.op_type == "Constant":
        return torch.from_numpy(numpy_helper.to_array(attributes["value"]).copy())
    if node.op_type == "Resize" and attributes["mode"] == b"nearest":
        return F.interpolate(inputs[0], scale_factor=tuple(inputs[2][2:].tolist()), mode="nearest")
    raise ValueError(f"Unexpected node {node.op_type}")
