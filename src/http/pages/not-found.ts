import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf, pageLanguages } from './language.ts'
import type { PageLanguage } from './language.ts'
import { interfaceLinks } from './links.ts'
import { linksOf, pageOf, sendPage } from './page.ts'

const end = '<code>/manifest.json</code>'
const texts = {
  en: {
    title: 'Page not found',
    why: `The address may be mistyped, or it may be meant for an app. A media-server app takes the address of this server
without a path; Stremio takes one that ends in ${end}.`,
    here: 'What is here',
    start: ['Start page', 'what this server is, and what to do first'],
  },
  de: {
    title: 'Seite nicht gefunden',
    why: `Die Adresse ist vielleicht vertippt oder für eine App gedacht. Apps für Medienserver nehmen die Adresse dieses Servers
ohne Pfad; Stremio nimmt eine, die auf ${end} endet.`,
    here: 'Was es hier gibt',
    start: ['Startseite', 'was dieser Server ist, und die ersten Schritte'],
  },
  es: {
    title: 'Página no encontrada',
    why: `Puede que la dirección esté mal escrita, o que sea para una aplicación. Las aplicaciones de servidores multimedia usan la
dirección de este servidor sin ruta; Stremio usa una que termina en ${end}.`,
    here: 'Qué hay aquí',
    start: ['Página de inicio', 'qué es este servidor y los primeros pasos'],
  },
} as const satisfies Record<PageLanguage, object>

const pages = new Map(pageLanguages.map((language) => [language, notFoundPage(language)]))

function notFoundPage(language: PageLanguage): string {
  const { title, why, here, start } = texts[language]
  const links = [{ href: '/', name: start[0], says: start[1] }, ...interfaceLinks(language)]
  return pageOf(title, `<p>${why}</p>\n<h2>${here}</h2>\n${linksOf(links)}`, { language })
}

/** Whether to answer with a page: only to clients that accept HTML, and never below `/api`. Sets Vary if Accept decided. */
export function choosePage({ method, url, headers }: FastifyRequest, reply: FastifyReply): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || /^\/api(?:[/?]|$)/.test(url)) return false
  reply.header('vary', 'Accept')
  return /\btext\/html\b/i.test(headers.accept ?? '')
}

export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(404).header('vary', 'Accept, Accept-Language')
  return sendPage(reply, pages.get(languageOf(request))!)
}
