"""The segmentation network: a residual U-Net that works at half of its input resolution."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

INPUT_SIZE = 128
CHANNELS = (24, 48, 72, 96, 88)


def _conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride=stride, padding=1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _conv(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.second(self.first(x)))


class Segmenter(nn.Module):
    """Input: N x 3 x 128 x 128 (grey, clicks inside, clicks outside). Output: N x 1 x 128 x 128 logits."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = _conv(3, 8)
        self.downs = nn.ModuleList(
            _conv(inputs, outputs, stride=2) for inputs, outputs in zip((8, *CHANNELS), CHANNELS)
        )
        self.blocks = nn.ModuleList(Residual(channels) for channels in CHANNELS)
        self.bottom = Residual(CHANNELS[-1])
        above = list(zip(CHANNELS[1:], CHANNELS[:-1]))[::-1]
        self.laterals = nn.ModuleList(nn.Conv2d(lower, upper, 1, bias=False) for lower, upper in above)
        self.merges = nn.ModuleList(_conv(upper, upper) for _, upper in above)
        self.narrow = nn.Conv2d(CHANNELS[0], 8, 1, bias=False)
        self.last = nn.Sequential(_conv(16, 8), nn.Conv2d(8, 1, 1))

    def forward(self, x: Tensor) -> Tensor:
        fine = self.fine(x)
        skips: list[Tensor] = []
        features = fine
        for down, block in zip(self.downs, self.blocks):
            features = block(down(features))
            skips.append(features)
        features = self.bottom(features)
        for skip, lateral, merge in zip(skips[-2::-1], self.laterals, self.merges):
            raised = F.interpolate(lateral(features), scale_factor=2.0, mode="nearest")
            features = merge(raised + skip)
        raised = F.interpolate(self.narrow(features), scale_factor=2.0, mode="nearest")
        return self.last(torch.cat((raised, fine), dim=1))


class Ensemble(nn.Module):
    """Mean of the logits of networks that were trained from different seeds."""

    def __init__(self, networks: list[Segmenter]) -> None:
        super().__init__()
        self.networks = nn.ModuleList(networks)

    def forward(self, x: Tensor) -> Tensor:
        total = self.networks[0](x)
        for network in self.networks[1:]:
            total = total + network(x)
        return total * (1 / len(self.networks))
