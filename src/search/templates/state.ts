import type { MediaQuery, Stream } from '../../model/search-result.ts'

/** Something with named fields, such as the stream. */
export type View = { readonly field: (name: string) => unknown }

/** A template asked for more work or text than a display text is worth. */
export class TemplateLimit extends Error {
  override readonly name = 'TemplateLimit'
}

export const maxText = 5_000
export const maxItems = 1_000
const maxSteps = 2_000
// Made once: a stack trace for each stream would cost more than the template.
const limit = new TemplateLimit('the template does too much')

/** One per template, because rendering never waits. */
export class RenderState {
  stream!: Stream
  query!: MediaQuery
  out = ''
  items: unknown[] = []
  loops: Loop[] = []
  assigned = new Map<string, unknown>()
  #steps = 0

  start(stream: Stream, query: MediaQuery): void {
    this.stream = stream
    this.query = query
    this.out = ''
    this.assigned.clear()
    this.#steps = 0
  }

  /** Charges a step, more for long texts and lists. Throws a TemplateLimit when the work is used up. */
  spend(steps: number): void {
    this.#steps += steps
    if (this.#steps > maxSteps) throw limit
  }

  write(text: string): void {
    this.out += text
    if (this.out.length > maxText) throw limit
  }
}

export type Loop = { index: number; readonly length: number }

export function checked<T>(value: T): T {
  if (
    typeof value === 'string'
      ? value.length > maxText
      : Array.isArray(value) && value.length > maxItems
  ) {
    throw limit
  }
  return value
}
