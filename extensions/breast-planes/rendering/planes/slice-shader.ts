/** Tags shader source for editors. */
const glsl = String.raw;

/** One triangle that covers the viewport. */
export const VERTEX_SHADER = glsl`#version 300 es
void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(corner, 0.0, 1.0);
}`;

/** Variant of the shader; unused features are left out, because they cost time. */
export interface ShaderKind {
  /** Slab with a thickness. */
  readonly slab: boolean;
  /** Partly loaded full level over a coarse level. */
  readonly progressive: boolean;
}

/**
 * `resliceImage` on the GPU: trilinear interpolation, slab along the normal, gain by depth,
 * contrast, brightness, inversion. Coordinates run 0..1 from face to face of the volume, so that y
 * is the depth. Reads the coarse level where slices of the full level are missing.
 */
export const fragmentShader = ({ slab, progressive }: ShaderKind): string => glsl`#version 300 es
precision highp float;
precision highp sampler3D;
uniform sampler3D coarse;
uniform sampler3D fine;
uniform vec3 corner;
uniform vec3 right;
uniform vec3 down;
uniform vec3 coarseScale;
uniform vec3 coarseShift;
uniform vec2 fineSlices;
uniform vec3 slabStart;
uniform vec3 slabStep;
uniform int slabSamples;
uniform int slabKind;
uniform vec2 covered;
uniform vec3 gains;
uniform vec2 contrast;
uniform vec2 inversion;
out vec4 colour;

bool outside(vec3 position) {
  return any(lessThan(position, vec3(0.0))) || any(greaterThan(position, vec3(1.0)));
}

float greyAt(vec3 position) {
${
  progressive
    ? glsl`  if (position.z >= fineSlices.x && position.z <= fineSlices.y) {
    return 255.0 * textureLod(fine, position, 0.0).r;
  }`
    : ''
}
  return 255.0 * textureLod(coarse, position * coarseScale + coarseShift, 0.0).r;
}

float slabAt(vec3 middle) {
${
  slab
    ? glsl`  float sum = 0.0;
  float brightest = -1.0;
  float darkest = 256.0;
  float inside = 0.0;
  for (int at = 0; at < slabSamples; at++) {
    vec3 position = middle + slabStart + float(at) * slabStep;
    if (outside(position)) continue;
    float grey = greyAt(position);
    inside += 1.0;
    sum += grey;
    brightest = max(brightest, grey);
    darkest = min(darkest, grey);
  }
  if (inside == 0.0) return -1.0;
  if (slabKind == 0) return sum / inside;
  return slabKind == 1 ? brightest : darkest;`
    : glsl`  return outside(middle) ? -1.0 : greyAt(middle);`
}
}

void main() {
  vec3 position = corner + gl_FragCoord.x * right - gl_FragCoord.y * down;
  // Outside the swept area nothing was recorded; -1 is drawn black.
  vec2 fromAxis = (position.xz - 0.5) * covered;
  float grey = dot(fromAxis, fromAxis) > 1.0 ? -1.0 : slabAt(position);
  float depth = clamp(position.y, 0.0, 1.0);
  float gain = depth < 0.5 ? mix(gains.x, gains.y, depth * 2.0) : mix(gains.y, gains.z, depth * 2.0 - 1.0);
  float gained = min(grey * gain, 255.0);
  float shown = clamp((gained - 127.5) * contrast.x + contrast.y, 0.0, 255.0);
  colour = vec4(vec3(grey < 0.0 ? 0.0 : inversion.x + inversion.y * shown), 1.0);
}`;
