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

export async function activate(language: Language): Promise<void> {
  const { messages } = await loadPart(catalogs[language])
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
}

export async function chooseLanguage(language: Language): Promise<void> {
  await activate(language)
  try {
    localStorage.setItem(key, language)
  } catch {
    // A private window may keep nothing.
  }
}
