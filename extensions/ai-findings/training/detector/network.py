"""The network that scores candidates from their surroundings and their features."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

# Samples along z, in depth and along x, as `candidate-patch.ts` writes them.
PATCH_SIZES = (16, 14, 16)
CHANNELS = 12
HIDDEN = 48
# Levels in dB are divided by this number.
LEVEL_SCALE_DB = 10.0


def _conv(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv3d(inputs, outputs, 3, padding=1, bias=False), nn.BatchNorm3d(outputs), nn.ReLU()
    )


class CandidateNetwork(nn.Module):
    """Input: N x 16 x 14 x 16 levels in dB and N x F features. Output: N log odds.

    `means` and `scales` standardise the features; `offset` is added to the log odds.
    """

    def __init__(self, features: int) -> None:
        super().__init__()
        self.first = _conv(1, CHANNELS)
        self.second = _conv(CHANNELS, 2 * CHANNELS)
        self.third = _conv(2 * CHANNELS, 4 * CHANNELS)
        # Four quarters across keep where something lies; the mean keeps how much there is.
        self.hidden = nn.Linear((4 + 1) * 4 * CHANNELS + features, HIDDEN)
        self.output = nn.Linear(HIDDEN, 1)
        self.dropout = nn.Dropout(0.3)
        self.register_buffer("means", torch.zeros(features))
        self.register_buffer("scales", torch.ones(features))
        self.register_buffer("offset", torch.zeros(1))

    def forward(self, patches: Tensor, features: Tensor) -> Tensor:
        x = (patches / LEVEL_SCALE_DB).unsqueeze(1)
        x = F.max_pool3d(self.first(x), 2)
        x = F.max_pool3d(self.second(x), 2)
        x = self.third(x)
        quarters = F.max_pool3d(x, (2, 3, 2)).flatten(1)
        standardised = (features - self.means) / self.scales
        both = torch.cat([quarters, x.mean((2, 3, 4)), standardised], 1)
        return self.output(F.relu(self.hidden(self.dropout(both)))).squeeze(1) + self.offset
