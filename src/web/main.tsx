import '@mantine/core/styles.css'
import './style.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createTheme, MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { configurationQuery, instanceQuery } from './data/configuration.ts'
import { isTemporary, retryDelay } from './data/failure.ts'
import { followConnection } from './data/recovery.ts'
import { session } from './data/session.ts'
import { isAdmitted, untilAskedAgain } from './data/until-answered.ts'
import { watchService } from './data/watch.ts'
import { activate, usualLanguage } from './i18n.ts'
import { createPages } from './router.tsx'

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''

const theme = createTheme({
  primaryColor: 'indigo',
  // Lighter shades do not carry white text well enough.
  primaryShade: { light: 7, dark: 8 },
  fontFamily: 'system-ui, sans-serif',
  defaultRadius: 'md',
  autoContrast: true,
  respectReducedMotion: true,
  // Within a text its colour alone does not tell a link.
  components: { Anchor: { defaultProps: { underline: 'always' } } },
})

const client = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (_count, error) => isTemporary(error),
      retryDelay,
      refetchInterval: untilAskedAgain,
      refetchOnReconnect: false,
      refetchOnMount: isAdmitted,
      retryOnMount: isAdmitted,
      staleTime: 5_000,
    },
    mutations: { networkMode: 'always' },
  },
})

followConnection(client)

const router = createPages(client)

// Nothing of one configuration may be seen in another.
let shown: string | null = null
let early = Promise.resolve()
session.subscribe(() => {
  const now = session.get()
  const uuid = now.state === 'open' ? now.uuid : null
  if (shown !== null && (now.state === 'none' || (uuid !== null && uuid !== shown))) client.clear()
  // A page may have stayed with its draft, and its questions have failed meanwhile.
  if (uuid !== null && uuid === shown) void client.invalidateQueries()
  // Every page begins with it; while it comes, the page is made.
  if (uuid !== null && uuid !== shown) early = client.prefetchQuery(configurationQuery)
  shown = now.state === 'none' ? null : (uuid ?? shown)
})

/** React keeps what stands in for a missing part for so long: until then, a page that comes whole comes sooner. */
const patienceMs = 300

async function start(): Promise<void> {
  void client.prefetchQuery(instanceQuery)
  const texts = activate(usualLanguage())
  const page = router.load()
  await Promise.all([texts, watchService()])
  if (session.get().state === 'open') {
    await Promise.race([
      Promise.all([page, early]),
      new Promise((resolve) => setTimeout(resolve, patienceMs)),
    ])
  }
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
          <QueryClientProvider client={client}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </MantineProvider>
      </I18nProvider>
    </StrictMode>,
  )
}

// Awaited here, it would wait for itself: scripts of pages wait until this module has run.
start().catch(reportError)
