export type Block = {
  readonly language: string
  readonly text: string
  /** Where it begins, from 1. */
  readonly line: number
  /** Why it cannot be run; null: it is run. */
  readonly notRun: string | null
}

const fence = /^(?:<!-- not run: (.+) -->\n)?```(\w*)\n([\s\S]*?)^```$/gm

/** The fenced examples of a page. */
export function blocksOf(page: string): Block[] {
  return [...page.matchAll(fence)].map(({ index, 1: notRun, 2: language, 3: text }) => ({
    language: language!,
    text: text!,
    line: page.slice(0, index).split('\n').length,
    notRun: notRun ?? null,
  }))
}
