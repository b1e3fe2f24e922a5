import { FRAGMENT_SHADER, VERTEX_SHADER } from './cut-shader.ts';
import type { CutUniforms } from './cut-uniforms.ts';

/** Uniforms that are whole numbers to the shader. */
const WHOLE: ReadonlySet<string> = new Set(['slabSamples', 'slabKind', 'inverted']);

/** Where one picture lies in the drawing buffer, device pixels from its lower left corner. */
export interface CutPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The compiled cut on one context. The constructor throws the driver's words. */
export class CutProgram {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: WebGLProgram;
  readonly #locations = new Map<string, WebGLUniformLocation | null>();

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#program = gl.createProgram();
    for (const [kind, text] of [
      [gl.VERTEX_SHADER, VERTEX_SHADER],
      [gl.FRAGMENT_SHADER, FRAGMENT_SHADER],
    ] as const) {
      gl.attachShader(this.#program, compiled(gl, kind, text));
    }
    gl.linkProgram(this.#program);
    if (!gl.getProgramParameter(this.#program, gl.LINK_STATUS)) {
      throw new Error(gl.getProgramInfoLog(this.#program) ?? 'link');
    }
    // biome-ignore lint/correctness/useHookAtTopLevel: the name is WebGL's; it is the only program
    gl.useProgram(this.#program);
  }

  draw(
    place: CutPlace,
    uniforms: CutUniforms,
    coarse: WebGLTexture,
    fine: WebGLTexture | null,
  ): void {
    const gl = this.#gl;
    gl.viewport(place.x, place.y, place.width, place.height);
    this.#set('viewOrigin', [place.x, place.y]);
    this.#set('viewHeight', [place.height]);
    for (const [name, numbers] of Object.entries(uniforms)) this.#set(name, numbers);
    gl.uniform1i(this.#location('coarse'), 0);
    gl.uniform1i(this.#location('fine'), 1);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_3D, fine ?? coarse);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_3D, coarse);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  #set(name: string, [x = 0, y, z]: readonly number[]): void {
    const gl = this.#gl;
    const location = this.#location(name);
    if (WHOLE.has(name)) gl.uniform1i(location, x);
    else if (z !== undefined) gl.uniform3f(location, x, y ?? 0, z);
    else if (y !== undefined) gl.uniform2f(location, x, y);
    else gl.uniform1f(location, x);
  }

  #location(name: string): WebGLUniformLocation | null {
    const known = this.#locations.get(name);
    if (known !== undefined) return known;
    const found = this.#gl.getUniformLocation(this.#program, name);
    this.#locations.set(name, found);
    return found;
  }
}

function compiled(gl: WebGL2RenderingContext, kind: GLenum, text: string): WebGLShader {
  const shader = gl.createShader(kind);
  if (shader === null) throw new Error('createShader');
  gl.shaderSource(shader, text);
  gl.compileShader(shader);
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) {
    throw new Error(gl.getShaderInfoLog(shader) ?? 'compile');
  }
  return shader;
}
