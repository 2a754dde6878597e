export type NumberTable = { readonly keys: Int32Array; readonly values: Int32Array }

/** Slots hold the value plus one; 0 is free. */
export type TextTable = { readonly slots: Int32Array }

export function buildNumberTable(pairs: ReadonlyMap<number, number>): NumberTable {
  const size = tableSize(pairs.size)
  const table = { keys: new Int32Array(size), values: new Int32Array(size) }
  for (const [key, value] of pairs) {
    let slot = numberSlot(key, size)
    while (table.keys[slot] !== 0) slot = (slot + 1) & (size - 1)
    table.keys[slot] = key
    table.values[slot] = value
  }
  return table
}

export function findNumber({ keys, values }: NumberTable, key: number): number | undefined {
  const size = keys.length
  let slot = numberSlot(key, size)
  while (keys[slot] !== 0) {
    if (keys[slot] === key) return values[slot]
    slot = (slot + 1) & (size - 1)
  }
  return undefined
}

export function buildTextTable(pairs: ReadonlyMap<string, number>): TextTable {
  const slots = new Int32Array(tableSize(pairs.size))
  for (const [text, value] of pairs) {
    let slot = textSlot(text, slots.length)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = value + 1
  }
  return { slots }
}

export function findText(
  { slots }: TextTable,
  text: string,
  textOf: (value: number) => string | null,
): number | undefined {
  let slot = textSlot(text, slots.length)
  while (slots[slot] !== 0) {
    const value = slots[slot]! - 1
    if (textOf(value) === text) return value
    slot = (slot + 1) & (slots.length - 1)
  }
  return undefined
}

/** A power of two, at most half full. */
function tableSize(count: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(2, count * 2)))
}

function numberSlot(key: number, size: number): number {
  const mixed = Math.imul(key, 0x9e3779b1)
  return (mixed ^ (mixed >>> 15)) & (size - 1)
}

function textSlot(text: string, size: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return (hash ^ (hash >>> 15)) & (size - 1)
}
