import type { ListedEpisode, ListedTitle } from '../list-source.ts'
import { inFuture } from './titles.ts'

/** What lists are about, in the words of the test. */
export type Item = {
  readonly id: string
  readonly kind: 'Movie' | 'Series' | 'Episode'
  readonly name: string
  readonly libraries: readonly string[]
  readonly series: Item | null
  readonly title: ListedTitle
  readonly episode: ListedEpisode | null
  readonly createdAt: number
}
export type State = {
  readonly played: boolean
  readonly favorite: boolean
  readonly likes: boolean | null
  readonly begun: boolean
  readonly plays: number
  readonly lastAt: number
}
export type Look = {
  readonly item: Item
  readonly state: State
  readonly seen: State
  /** The latest of it and its episodes. */
  readonly contentAddedAt: number
}

export const isAired = ({ episode }: Item): boolean => episode?.released !== inFuture

export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
export const bare = (text: string): string => folded(text).replace(/^(?:the|an?) /, '')
export const sortName = (text: string): string =>
  bare(text).replaceAll(/\d+/g, (number) => number.padStart(10, '0'))
export const yearOf = ({ title, episode }: Item): number | null => {
  const text = episode?.released ?? title.releaseInfo ?? title.released
  return text === undefined ? null : Number(text.slice(0, 4))
}
export const premiereOf = (item: Item): number | null => {
  const exact = item.episode ? item.episode.released : item.title.released
  const year = yearOf(item)
  return exact ? Date.parse(exact) : year === null ? null : Date.UTC(year, 0)
}
export const ratingOf = ({ title, episode }: Item): number | null =>
  episode || !title.imdbRating ? null : Number(title.imdbRating)
export const peopleOf = ({ title, episode }: Item): readonly string[] =>
  episode ? [] : [...(title.cast ?? []), ...(title.director ?? [])]
const ages: Record<string, number> = { G: 0, 'PG-13': 13, 'TV-14': 14, R: 17 }
export const ageOf = ({ title }: Item): number => ages[title.certification ?? ''] ?? NaN
export const has = (list: readonly string[] | undefined, ...wanted: readonly string[]): boolean =>
  wanted.some((one) => list?.some((own) => folded(own) === folded(one)))
export const calledLike =
  (...words: readonly string[]) =>
  ({ item }: Look): boolean =>
    words.every((word) => folded(item.name).includes(word))
