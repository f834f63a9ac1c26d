// Reads byte messages: plain values with typed arrays; packing.py beside this has the format.

const ARRAYS = {
  u1: Uint8Array, u2: Uint16Array, i4: Int32Array, u4: Uint32Array, f4: Float32Array, f8: Float64Array,
};

/** The message of an ArrayBuffer; its arrays share the memory of the buffer. */
export function unpack(buffer) {
  const text = new Uint8Array(buffer, 4, new DataView(buffer).getUint32(0, true));
  return JSON.parse(new TextDecoder().decode(text), (_, value) => {
    if (!value?.$) return value;
    const [type, at, length] = value.$;
    return new ARRAYS[type](buffer, 4 + text.length + at, length);
  });
}
