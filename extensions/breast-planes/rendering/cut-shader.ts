/** One triangle that covers the view. */
export const VERTEX_SHADER = `#version 300 es
void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(corner, 0.0, 1.0);
}`;

/**
 * The cut of `cutImage` on the graphics card: trilinear, slab along the normal, gain by depth,
 * contrast, brightness, inversion. Where the full level's slices are not there yet, the coarse one
 * is read at the same millimetres.
 */
export const FRAGMENT_SHADER = `#version 300 es
precision highp float;
precision highp sampler3D;
uniform sampler3D coarse;
uniform sampler3D fine;
uniform vec2 viewOrigin;
uniform float viewHeight;
uniform vec3 cornerMm;
uniform vec3 rightMm;
uniform vec3 downMm;
uniform vec3 boxOriginMm;
uniform vec3 boxSpacingMm;
uniform vec3 boxSizes;
uniform vec3 coarseOriginMm;
uniform vec3 coarseSpanMm;
uniform vec2 fineSlices;
uniform vec3 slabStartMm;
uniform vec3 slabStepMm;
uniform int slabSamples;
uniform int slabKind;
uniform vec3 gains;
uniform vec2 contrast;
uniform bool inverted;
out vec4 colour;

float greyAt(vec3 pointMm) {
  vec3 index = (pointMm - boxOriginMm) / boxSpacingMm;
  if (any(lessThan(index, vec3(-0.5))) || any(greaterThan(index, boxSizes - 0.5))) return -1.0;
  if (index.z >= fineSlices.x && index.z <= fineSlices.y) {
    return 255.0 * textureLod(fine, (index + 0.5) / boxSizes, 0.0).r;
  }
  return 255.0 * textureLod(coarse, (pointMm - coarseOriginMm) / coarseSpanMm, 0.0).r;
}

float slabAt(vec3 pointMm) {
  if (slabSamples == 1) return greyAt(pointMm);
  float sum = 0.0;
  float most = -1.0;
  float least = 256.0;
  float inside = 0.0;
  for (int at = 0; at < slabSamples; at++) {
    float grey = greyAt(pointMm + slabStartMm + float(at) * slabStepMm);
    if (grey < 0.0) continue;
    inside += 1.0;
    sum += grey;
    most = max(most, grey);
    least = min(least, grey);
  }
  if (inside == 0.0) return -1.0;
  return slabKind == 0 ? sum / inside : slabKind == 1 ? most : least;
}

void main() {
  vec2 pixel = vec2(gl_FragCoord.x - viewOrigin.x, viewHeight - (gl_FragCoord.y - viewOrigin.y));
  vec3 pointMm = cornerMm + pixel.x * rightMm + pixel.y * downMm;
  float grey = slabAt(pointMm);
  if (grey < 0.0) {
    colour = vec4(0.0, 0.0, 0.0, 1.0);
    return;
  }
  float index = (pointMm.y - boxOriginMm.y) / boxSpacingMm.y;
  float depth = clamp((index + 0.5) / boxSizes.y, 0.0, 1.0);
  float gain = depth < 0.5 ? mix(gains.x, gains.y, depth * 2.0) : mix(gains.y, gains.z, depth * 2.0 - 1.0);
  float gained = clamp(grey * gain, 0.0, 255.0);
  float shown = clamp((gained - 127.5) * contrast.x + 127.5 + contrast.y, 0.0, 255.0) / 255.0;
  colour = vec4(vec3(inverted ? 1.0 - shown : shown), 1.0);
}`;
