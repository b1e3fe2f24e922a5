import { setLinearFilter } from '../volume/volume-textures.ts';
import { fragmentShader, type ShaderKind, VERTEX_SHADER } from './slice-shader.ts';
import type { SliceUniforms, ViewportRect } from './slice-uniforms.ts';

/** Uniforms of integer type in the shader. */
const INTEGER_UNIFORMS: ReadonlySet<string> = new Set(['slabSamples', 'slabKind']);

interface Compiled {
  readonly program: WebGLProgram;
  readonly locations: Map<string, WebGLUniformLocation | null>;
}

/** Compiled slice shaders of one context. Throws the driver's log on compile errors. */
export class SliceProgram {
  readonly #gl: WebGL2RenderingContext;
  readonly #compiled = new Map<string, Compiled>();

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#compiledFor({ slab: false, progressive: false });
    this.#drawWarmUp();
  }

  draw(
    rect: ViewportRect,
    uniforms: SliceUniforms,
    coarse: WebGLTexture,
    fine: WebGLTexture | null,
  ): void {
    const gl = this.#gl;
    const slab = (uniforms.slabSamples?.[0] ?? 1) > 1;
    const compiled = this.#compiledFor({ slab, progressive: fine !== null });
    // biome-ignore lint/correctness/useHookAtTopLevel: a method of WebGL, not a hook
    gl.useProgram(compiled.program);
    gl.viewport(rect.x, rect.y, rect.width, rect.height);
    for (const [name, numbers] of Object.entries(uniforms)) this.#set(compiled, name, numbers);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_3D, fine ?? coarse);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_3D, coarse);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  /**
   * Draws one pixel from each texture format, because drivers finish compilation at the first draw;
   * runs before the voxels arrive.
   */
  #drawWarmUp(): void {
    const gl = this.#gl;
    for (const format of [gl.R8, gl.R16F]) {
      const texture = gl.createTexture();
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_3D, texture);
      gl.texStorage3D(gl.TEXTURE_3D, 1, format, 1, 1, 1);
      setLinearFilter(gl);
      this.draw({ x: 0, y: 0, width: 1, height: 1 }, {}, texture, null);
      gl.deleteTexture(texture);
    }
    gl.flush();
  }

  #compiledFor(kind: ShaderKind): Compiled {
    const key = JSON.stringify(kind);
    const present = this.#compiled.get(key);
    if (present !== undefined) return present;
    const gl = this.#gl;
    const compiled = { program: linkProgram(gl, fragmentShader(kind)), locations: new Map() };
    this.#compiled.set(key, compiled);
    // biome-ignore lint/correctness/useHookAtTopLevel: a method of WebGL, not a hook
    gl.useProgram(compiled.program);
    gl.uniform1i(gl.getUniformLocation(compiled.program, 'coarse'), 0);
    gl.uniform1i(gl.getUniformLocation(compiled.program, 'fine'), 1);
    return compiled;
  }

  #set(compiled: Compiled, name: string, [x = 0, y, z]: readonly number[]): void {
    const gl = this.#gl;
    const { program, locations } = compiled;
    if (!locations.has(name)) locations.set(name, gl.getUniformLocation(program, name));
    const location = locations.get(name) ?? null;
    // The variant of the shader does not use this uniform.
    if (location === null) return;
    if (INTEGER_UNIFORMS.has(name)) gl.uniform1i(location, x);
    else if (z !== undefined) gl.uniform3f(location, x, y ?? 0, z);
    else if (y !== undefined) gl.uniform2f(location, x, y);
    else gl.uniform1f(location, x);
  }
}

function linkProgram(gl: WebGL2RenderingContext, fragment: string): WebGLProgram {
  const program = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, VERTEX_SHADER],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind);
    if (shader === null) throw new Error('WebGL could not create a shader');
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    const shaders = gl.getAttachedShaders(program) ?? [];
    const logs = shaders.map((shader) => gl.getShaderInfoLog(shader) ?? '');
    throw new Error([gl.getProgramInfoLog(program) ?? '', ...logs].join(' ').trim());
  }
  return program;
}
