import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { chooseLanguage, languages } from '../i18n.ts'
import type { Language } from '../i18n.ts'

/** Language and colours. */
export function Choices() {
  const { t, i18n } = useLingui()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const schemes = { auto: t`As the device`, light: t`Light`, dark: t`Dark` } as const
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t`Language and colours`}>
          <span aria-hidden="true">◐</span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t`Language`}</Menu.Label>
        {(Object.keys(languages) as Language[]).map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            fw={i18n.locale === language ? 700 : undefined}
            onClick={() => void chooseLanguage(language)}
          >
            {languages[language]}
          </Menu.Item>
        ))}
        <Menu.Label>{t`Colours`}</Menu.Label>
        {(['auto', 'light', 'dark'] as const).map((scheme) => (
          <Menu.Item
            key={scheme}
            fw={colorScheme === scheme ? 700 : undefined}
            onClick={() => setColorScheme(scheme)}
          >
            {schemes[scheme]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
