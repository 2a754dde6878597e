import { escapeHtml, pageOf } from '../pages/page.ts'

export type ConfigurePage = {
  readonly name: string
  /** The address of its manifest; null if nothing is set up yet. */
  readonly manifest: string | null
  /** Whether the address is one user's, and does not open the configuration. */
  readonly isPersonal: boolean
  /** The page that changes the configuration; null if the service has none. */
  readonly configureUrl: string | null
  readonly baseUrl: string
}

/** The page that players open to set up the addon, and from which it is installed. */
export function configurePage(page: ConfigurePage): string {
  const { name, manifest, isPersonal, configureUrl, baseUrl } = page
  const base = escapeHtml(baseUrl)
  const root = new URL(baseUrl).pathname.replace(/\/$/, '')
  const change =
    configureUrl === null
      ? `<p>Its sources and rules are changed with <code>PUT ${base}/api/v1/user</code>; the <a href="${base}/">start page</a>
shows how.</p>`
      : `<p><a href="${escapeHtml(configureUrl)}">Change its sources and rules</a></p>`
  return pageOf(
    escapeHtml(name),
    manifest === null ? setUp(base, change) : install(manifest, isPersonal ? null : change),
    { root },
  )
}

export function failedPage(why: string, baseUrl: string): string {
  const base = escapeHtml(baseUrl)
  const root = new URL(baseUrl).pathname.replace(/\/$/, '')
  const body = `<p>${escapeHtml(why)}</p>\n<p><a href="${base}/">Start page</a></p>`
  return pageOf('This page cannot be shown', body, { root })
}

function setUp(base: string, change: string): string {
  return `<p>This addon is set up with a configuration of your own, which names your sources. Store one first; its address for
Stremio is <code>${base}/stremio/&lt;uuid&gt;/&lt;encryptedPassword&gt;/manifest.json</code>.</p>
${change}`
}

function install(manifest: string, change: string | null): string {
  const address = escapeHtml(manifest)
  const inApp = escapeHtml(manifest.replace(/^https?:/, 'stremio:'))
  const inBrowser = escapeHtml(
    `https://web.stremio.com/#/addons?addon=${encodeURIComponent(manifest)}`,
  )
  const links = `<p><a href="${inApp}">Install in Stremio</a> or <a href="${inBrowser}">in Stremio's web app</a>. In other players, paste
the address.`
  if (change === null) {
    return `${links} Whoever has it can watch as its user; a new address ends it.</p>
<pre><code>${address}</code></pre>`
  }
  return `${links} Whoever has it can watch with this configuration and read it; a new password ends it.</p>
<pre><code>${address}</code></pre>
<h2>For one user</h2>
<p>An address that has <code>/u/&lt;name of the user&gt;</code> before <code>/manifest.json</code> is that user's own: it lists what
they are watching, and what comes next.</p>
<h2>The configuration</h2>
${change}`
}
