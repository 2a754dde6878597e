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
import { session } from './data/session.ts'
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
      networkMode: 'always',
      staleTime: 5_000,
    },
    mutations: { networkMode: 'always' },
  },
})

const router = createPages(client)

// Nothing of one configuration may be seen in another.
let shown: string | null = null
session.subscribe(() => {
  const now = session.get()
  const uuid = now.state === 'open' ? now.uuid : null
  if (uuid !== null && shown !== null && uuid !== shown) client.clear()
  if (now.state === 'none') client.clear()
  // A page may have stayed with its draft, and its questions have failed meanwhile.
  if (uuid !== null && uuid === shown) void client.invalidateQueries()
  // Every page begins with it; while it comes, the page is made.
  if (uuid !== null && uuid !== shown) void client.prefetchQuery(configurationQuery)
  shown = uuid ?? shown
})

/** Everything that is shown; what waits to be tried again, at once. */
async function askAnew(): Promise<void> {
  await client.cancelQueries({ predicate: ({ state }) => state.fetchFailureCount > 0 })
  await client.invalidateQueries()
}

void client.prefetchQuery(instanceQuery)
await Promise.all([activate(usualLanguage()), watchService(() => void askAnew())])

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
