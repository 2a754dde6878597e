import { homeTexts } from './home-texts.ts'
import type { PageLanguage } from './language.ts'
import { interfaceLinks } from './links.ts'
import { escapeHtml, linksOf, pageOf } from './page.ts'

type Options = { readonly hasPages: boolean; readonly language: PageLanguage }

/** `address`: under which the service was opened. */
export function homePage(address: string, { hasPages, language }: Options): string {
  const base = escapeHtml(address)
  const root = new URL(address).pathname.replace(/\/$/, '')
  const texts = homeTexts[language]
  const [name, says] = texts.readiness
  const manifest = `<code>${base}/stremio/&lt;uuid&gt;/&lt;encryptedPassword&gt;/manifest.json</code>`
  return pageOf(
    'Stream Aggregation Service',
    `<p>${texts.what}</p>
<p>${hasPages ? texts.setUp : texts.notBuilt}</p>
<h2>${texts.first}</h2>
<ol>
<li>${texts.store}
<pre><code>curl -s ${base}/api/v1/user \\
  -H 'content-type: application/json' \\
  -d '{"password": "${texts.password}", "config": {"sources":
    [{"type": "stremio", "url": "https://addon.example/manifest.json"}]}}'</code></pre></li>
<li>${texts.search}
<pre><code>curl -s -u "$UUID:$PASSWORD" \\
  '${base}/api/v1/search?type=movie&amp;id=tt0063350'</code></pre></li>
<li>${texts.watch(`<code>${base}</code>`, manifest)}</li>
</ol>
<h2>${texts.others}</h2>
${linksOf([...interfaceLinks(language), { href: '/readyz', name, says }], root)}`,
    { root, language },
  )
}
