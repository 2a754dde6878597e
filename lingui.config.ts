import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** Texts that few pages need are loaded apart. */
const apart = {
  reasons: '<rootDir>/src/web/reasons',
  operator: '<rootDir>/src/web/pages/operator',
  rules: '<rootDir>/src/web/pages/rules',
}

/** Texts of the pages. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de', 'es'],
  catalogs: [
    {
      path: '<rootDir>/src/web/locales/{locale}',
      include: ['<rootDir>/src/web'],
      exclude: Object.values(apart),
    },
    ...Object.entries(apart).map(([name, folder]) => ({
      path: `<rootDir>/src/web/locales/${name}/{locale}`,
      include: [folder],
    })),
  ],
  format: formatter({ lineNumbers: false, origins: false }),
})
