import { interfaceLinks } from './links.ts'
import { escapeHtml, linksOf, pageOf } from './page.ts'

const readiness = { href: '/readyz', name: 'Readiness', says: 'state of the database and the data' }

const setUp =
  '<p><a href="configure/"><strong>Set it up in the browser</strong></a>, or sign in there.</p>'
const notBuilt = `<p>The pages for setting it up are not built: run <code>npm run build</code> where <code>npm ci</code> was
run without <code>--omit=dev</code>, and start the service again.</p>`

/** `address`: under which the service was opened. */
export function homePage(address: string, { hasPages }: { hasPages: boolean }): string {
  const base = escapeHtml(address)
  const root = new URL(address).pathname.replace(/\/$/, '')
  return pageOf(
    'Stream Aggregation Service',
    `<p>This server gathers media streams from the sources that you configure, sorts and filters them, and serves
them to media-server apps, to Stremio and to your own programs.</p>
${hasPages ? setUp : notBuilt}
<h2>What to do first, without a browser</h2>
<ol>
<li>Store a configuration that names a source, and keep the answer: nobody can recover its <code>uuid</code> later.
<pre><code>curl -s ${base}/api/v1/user \\
  -H 'content-type: application/json' \\
  -d '{"password": "at least 8 characters", "config": {"sources":
    [{"type": "stremio", "url": "https://addon.example/manifest.json"}]}}'</code></pre></li>
<li>Search with it.
<pre><code>curl -s -u "$UUID:$PASSWORD" \\
  '${base}/api/v1/search?type=movie&amp;id=tt0063350'</code></pre></li>
<li>Watch with it. In an app for Jellyfin, add the server <code>${base}</code> and sign in with the UUID and the
password. In Stremio, install <code>${base}/stremio/&lt;uuid&gt;/&lt;encryptedPassword&gt;/manifest.json</code>.</li>
</ol>
<h2>What else is here</h2>
${linksOf([...interfaceLinks, readiness], root)}`,
    root,
  )
}
