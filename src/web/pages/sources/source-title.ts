import type { SourceEntry } from '../../data/configuration.ts'

/** Its name, else its host: the rest of an address may be secret. */
export function sourceTitle({ name, url }: Pick<SourceEntry, 'name' | 'url'>): string {
  return name ?? sourceHost(url)
}

export function sourceHost(url: string): string {
  return URL.parse(url.replace(/^stremio:/i, 'https:'))?.host ?? url
}
