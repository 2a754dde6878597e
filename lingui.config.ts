import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** Texts of the pages. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de', 'es'],
  catalogs: [{ path: '<rootDir>/src/web/locales/{locale}', include: ['<rootDir>/src/web'] }],
  format: formatter({ lineNumbers: false, origins: false }),
})
