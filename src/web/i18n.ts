import { i18n } from '@lingui/core'
import type { Messages } from '@lingui/core'
import { loadPart } from './data/load-part.ts'

export const languages = { en: 'English', de: 'Deutsch', es: 'Español' } as const
export type Language = keyof typeof languages

const key = 'language'

const catalogs: Record<Language, () => Promise<{ messages: Messages }>> = {
  en: () => import('./locales/en.po'),
  de: () => import('./locales/de.po'),
  es: () => import('./locales/es.po'),
}

/** What few need: why something is refused or does not work, and the pages of the operator and of rules. */
const seldom = {
  reasons: {
    en: () => import('./locales/reasons/en.po'),
    de: () => import('./locales/reasons/de.po'),
    es: () => import('./locales/reasons/es.po'),
  },
  operator: {
    en: () => import('./locales/operator/en.po'),
    de: () => import('./locales/operator/de.po'),
    es: () => import('./locales/operator/es.po'),
  },
  rules: {
    en: () => import('./locales/rules/en.po'),
    de: () => import('./locales/rules/de.po'),
    es: () => import('./locales/rules/es.po'),
  },
} satisfies Record<string, typeof catalogs>
const needed = new Set<keyof typeof seldom>()

function isLanguage(text: string | undefined | null): text is Language {
  return typeof text === 'string' && text in languages
}

function chosen(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The one that was chosen here, else the browser's favourite that there is. */
export function usualLanguage(): Language {
  const wanted = [chosen(), ...navigator.languages.map((tag) => tag.split('-')[0])]
  return wanted.find(isLanguage) ?? 'en'
}

/** The last choice, whatever arrives first. */
let wanted: Language = 'en'

export async function activate(language: Language): Promise<void> {
  wanted = language
  const parts = [catalogs, ...Array.from(needed, (name) => seldom[name])]
  const texts = await Promise.all(parts.map((part) => loadPart(part[language]))).catch(
    (error: unknown) => {
      // The language that is shown still has all its texts.
      if (wanted === language && isLanguage(i18n.locale)) wanted = i18n.locale
      throw error
    },
  )
  for (const { messages } of texts) i18n.load(language, messages)
  if (language !== wanted) return
  i18n.activate(language)
  document.documentElement.lang = language
}

export async function loadTexts(name: keyof typeof seldom): Promise<void> {
  needed.add(name)
  const language = wanted
  if (i18n.locale !== language) return activate(language)
  const { messages } = await loadPart(seldom[name][language])
  // Without a word to what is shown: it has its texts, and all of it would be drawn again.
  if (i18n.locale === language) Object.assign(i18n.messages, messages)
}

export async function chooseLanguage(language: Language): Promise<void> {
  await activate(language)
  if (language !== wanted) return
  try {
    localStorage.setItem(key, language)
  } catch {
    // A private window may keep nothing.
  }
}
