import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { pagePolicy } from '../headers.ts'
import type { PageLanguage } from './language.ts'

const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f7fa, #11151d);
  --card: light-dark(#fff, #1a202c);
  --text: light-dark(#1b2230, #e6eaf2);
  --quiet: light-dark(#566176, #9aa6bb);
  --line: light-dark(#dde2ea, #2b3445);
  --accent: light-dark(#0b62c4, #7cc4ff);
  font: 1rem/1.55 system-ui, sans-serif;
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text) }
main { max-width: 46rem; margin: 0 auto; padding: clamp(1.5rem, 6vw, 4rem) clamp(1rem, 4vw, 2rem) }
header { display: flex; align-items: center; gap: 1rem; margin-bottom: 1rem }
header img { width: 3.5rem; height: 3.5rem; flex: none }
h1 { font-size: clamp(1.4rem, 5vw, 1.9rem); line-height: 1.2; margin: 0; text-wrap: balance }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .75rem }
p { margin: 0 0 .75rem }
a { color: var(--accent); text-underline-offset: .15em }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 2px }
ol { margin: 0; padding-left: 1.3rem }
ol > li { margin-bottom: 1.1rem; padding-left: .3rem }
pre, .links li { background: var(--card); border: 1px solid var(--line); border-radius: .6rem }
pre { margin: .5rem 0 0; padding: .75rem .9rem; white-space: pre-wrap }
code { font: .86em/1.5 ui-monospace, SFMono-Regular, Consolas, monospace; overflow-wrap: anywhere }
.links { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)) }
.links li { padding: .8rem .95rem }
.links a { font-weight: 600 }
.links span { display: block; color: var(--quiet); font-size: .92rem }
`

const styleHash = createHash('sha256').update(style).digest('base64')
const policy = pagePolicy({ 'style-src': `'sha256-${styleHash}'`, 'img-src': "'self'" })

export type Link = { readonly href: string; readonly name: string; readonly says: string }

type PageOptions = {
  /** The path prefix of the service, without a trailing slash. */
  readonly root?: string
  readonly language?: PageLanguage
}

/** `body` is HTML. */
export function pageOf(
  title: string,
  body: string,
  { root = '', language = 'en' }: PageOptions = {},
): string {
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${root}/logo.svg" type="image/svg+xml">
<style>${style}</style>
<main>
<header><img src="${root}/logo.svg" alt=""><h1>${title}</h1></header>
${body}
</main>
</html>
`
}

export function linksOf(links: readonly Link[], root = ''): string {
  const entries = links.map(
    ({ href, name, says }) => `<li><a href="${root}${href}">${name}</a> <span>${says}</span></li>`,
  )
  return `<ul class="links">\n${entries.join('\n')}\n</ul>`
}

export function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html)
}

/** Also safe inside quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
