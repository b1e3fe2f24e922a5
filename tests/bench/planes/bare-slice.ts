/**
 * Minimal renderer of four planes of a volume: one texture, one shader with three texture
 * coordinates per plane, one canvas on the screen. Baseline of all other renderers.
 */
const VERTEX = `#version 300 es
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}`;
const FRAGMENT = `#version 300 es
precision highp float;
precision highp sampler3D;
uniform sampler3D volume;
uniform vec2 corner;
uniform vec3 origin;
uniform vec3 right;
uniform vec3 down;
out vec4 colour;
void main() {
  vec2 at = (gl_FragCoord.xy - corner) / 512.0;
  vec3 position = origin + at.x * right + (1.0 - at.y) * down;
  bool inside = all(greaterThanEqual(position, vec3(0.0))) && all(lessThanEqual(position, vec3(1.0)));
  colour = vec4(vec3(inside ? texture(volume, position).r : 0.0), 1.0);
}`;

/** A plane in texture coordinates, 0..1 along x, y and z. */
export interface BarePlane {
  readonly origin: readonly [number, number, number];
  readonly right: readonly [number, number, number];
  readonly down: readonly [number, number, number];
}

export const PANEL_PX = 512;

export class BareSlice {
  readonly canvas = document.createElement('canvas');
  readonly #gl: WebGL2RenderingContext;
  readonly #program: WebGLProgram;

  constructor(sizes: readonly [number, number, number], voxels: Uint8Array) {
    this.canvas.width = 2 * PANEL_PX;
    this.canvas.height = 2 * PANEL_PX;
    const gl = this.canvas.getContext('webgl2', { alpha: false, antialias: false });
    if (gl === null) throw new Error('No WebGL 2');
    this.#gl = gl;
    this.#program = gl.createProgram();
    for (const [kind, text] of [
      [gl.VERTEX_SHADER, VERTEX],
      [gl.FRAGMENT_SHADER, FRAGMENT],
    ] as const) {
      const shader = gl.createShader(kind) as WebGLShader;
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(this.#program, shader);
    }
    gl.linkProgram(this.#program);
    // biome-ignore lint/correctness/useHookAtTopLevel: a method of WebGL, not a hook
    gl.useProgram(this.#program);
    gl.bindTexture(gl.TEXTURE_3D, gl.createTexture());
    gl.texStorage3D(gl.TEXTURE_3D, 1, gl.R8, ...sizes);
    gl.texParameteri(gl.TEXTURE_3D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    const [width, height, depth] = sizes;
    const { TEXTURE_3D, RED, UNSIGNED_BYTE } = gl;
    gl.texSubImage3D(TEXTURE_3D, 0, 0, 0, 0, width, height, depth, RED, UNSIGNED_BYTE, voxels);
  }

  draw(planes: readonly BarePlane[]): void {
    const gl = this.#gl;
    planes.forEach(({ origin, right, down }, index) => {
      const corner = [(index % 2) * PANEL_PX, Math.floor(index / 2) * PANEL_PX] as const;
      gl.viewport(...corner, PANEL_PX, PANEL_PX);
      gl.uniform2f(gl.getUniformLocation(this.#program, 'corner'), ...corner);
      for (const [name, vector] of Object.entries({ origin, right, down })) {
        gl.uniform3f(gl.getUniformLocation(this.#program, name), ...vector);
      }
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    });
  }

  /** Returns after all requested drawing has been painted. */
  finish(): void {
    const gl = this.#gl;
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  }
}

/**
 * Returns the coronal, transverse, sagittal and radial plane through a point (0..1) at an angle.
 */
export function barePlanes(
  [x, y, z]: readonly [number, number, number],
  clockDeg: number,
): readonly BarePlane[] {
  const angle = (clockDeg * Math.PI) / 180;
  const sin = Math.sin(angle);
  const cos = Math.cos(angle);
  return [
    { origin: [0, y, 1], right: [1, 0, 0], down: [0, 0, -1] },
    { origin: [0, 0, z], right: [1, 0, 0], down: [0, 1, 0] },
    { origin: [x, 0, 1], right: [0, 0, -1], down: [0, 1, 0] },
    { origin: [0.5 - sin / 2, 0, 0.5 - cos / 2], right: [sin, 0, cos], down: [0, 1, 0] },
  ];
}
