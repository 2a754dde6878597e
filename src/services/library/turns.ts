import type { Title } from '../../library/title.ts'

/** Each title once, where it comes first. */
export function unique(titles: readonly Title[]): readonly Title[] {
  return [...new Map(titles.map((title) => [title.identity.text, title])).values()]
}

/** Of each list the first, then of each the second, each title once. */
export function byTurns(lists: readonly (readonly Title[])[]): readonly Title[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  const mixed: Title[] = []
  for (let place = 0; place < longest; place++) {
    for (const list of lists) {
      const title = list[place]
      if (title) mixed.push(title)
    }
  }
  return unique(mixed)
}
