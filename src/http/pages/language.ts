import type { FastifyRequest } from 'fastify'

export const pageLanguages = ['en', 'de', 'es'] as const
export type PageLanguage = (typeof pageLanguages)[number]

/** The browser's favourite among those that there are, else English. */
export function languageOf({ headers }: Pick<FastifyRequest, 'headers'>): PageLanguage {
  const wanted = (headers['accept-language'] ?? '').split(',').map((part) => {
    const [name = '', ...rest] = part.trim().toLowerCase().split(';')
    const weight = rest.join('').match(/q=([\d.]+)/)?.[1]
    return { name: name.split('-')[0], weight: weight === undefined ? 1 : Number(weight) }
  })
  const known = wanted.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)
  const found = known.flatMap(({ name }) => pageLanguages.find((one) => one === name) ?? [])
  return found[0] ?? 'en'
}
