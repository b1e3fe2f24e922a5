"""The model card for people."""

from dataset import Sample
from evaluate import Figures


def card_text(
    card: dict, figures: Figures, parameters: int, seeds: list[tuple[int, int]], training: list[Sample]
) -> str:
    """`parameters` of all networks; `seeds` has seed and steps of each."""
    lesions = sum(1 for sample in training if sample.lesion_count)
    normals = len(training) - lesions
    runs = ", ".join(f"seed {seed} with {steps} steps" for seed, steps in seeds)
    return f"""# 2D segmenter {card["version"]}

Outlines one lesion of a grey-scale breast ultrasound image from a click, clicks or a box. In a volume, its outlines of six vertical slices through a click are joined to a lesion in 3D. For research only: not a medical device, no diagnosis, no decision about a patient rests on the result. A reader checks and accepts every outline.

| | |
|---|---|
| file | `{card["name"]}.onnx`, SHA-256 `{card["weightsSha256"]}` |
| network | mean of the logits of {len(seeds)} residual U-Nets with {parameters:,} parameters in all, input 3 × 128 × 128 (grey, clicks inside, clicks outside) |
| method | a pass on the whole image, then {len(card["zoomFactors"])} closer views of the result; each averaged with its mirror image |
| training | `extensions/ai-findings/training/segmenter2d`, {runs} of 16 examples, weights averaged over steps |
| data | BUSI, {lesions} training images with a lesion, {normals} without; split SHA-256 `{card["splitSha256"]}` |
| licence of the data | published for research with the condition of citing the paper; the images are no part of the product |

Citation: W. Al-Dhabyani, M. Gomaa, H. Khaled, A. Fahmy, "Dataset of breast ultrasound images", Data in Brief 28 (2020) 104863. Known faults of the data (duplicates, drawn callipers, images of the axilla, lesions in both classes): A. Pawłowska et al., Data in Brief 2023, PMC10293973.

## Figures

Public 2D images, not this scanner. {figures.images} validation images, one random click inside each lesion (fixed seed), Dice with the outline of the clicked lesion, as the training program measures them. The recipe was chosen with these images in view; `npm run fom -- seg-real` repeats the measurement in the product.

| | Dice |
|---|---|
| mean (95 % interval) | {figures.mean:.3f} ({figures.low:.3f}–{figures.high:.3f}) |
| median | {figures.median:.3f} |
| benign | {figures.benign:.3f} |
| malignant | {figures.malignant:.3f} |
| share below 0.5 | {100 * figures.below_half:.1f} % |

In 3D, `npm run fom -- seg-volume` measures the joined outlines on computer phantoms, on which the network was not trained; how they fit on patients is unknown.

## Limits

- One hospital, two devices of one maker, 2018; linear probes. Other devices, hospitals and this product's scanner: not measured.
- No millimetres are known in the data: the network sees pixels, and the size of a lesion relative to the image.
- Malignant lesions, blurred borders and shadows are outlined less well. Near-duplicates are kept in one part of the data, but patients are not known.
- Rejected as outside the domain: sides below 64 or above 4096 pixels, coloured images, grey statistics beyond those of all training images, results below 0.1 % or above 75 % of the image. These checks do not recognise every unsuitable image: they let most frames of the product's simulator pass (`npm run fom -- seg-sim`), though no simulated frame was trained on.
"""
