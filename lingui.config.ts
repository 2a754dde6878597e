import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const reasons = '<rootDir>/src/web/reasons'

/** Texts of the pages. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de', 'es'],
  catalogs: [
    {
      path: '<rootDir>/src/web/locales/{locale}',
      include: ['<rootDir>/src/web'],
      exclude: [reasons],
    },
    { path: '<rootDir>/src/web/locales/reasons/{locale}', include: [reasons] },
  ],
  format: formatter({ lineNumbers: false, origins: false }),
})
