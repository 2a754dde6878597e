import { useLingui } from '@lingui/react/macro'
import { Paper, Stack, useMantineColorScheme } from '@mantine/core'
import type { MantineColorScheme } from '@mantine/core'
import { useRef, useState } from 'react'
import type { FocusEvent } from 'react'
import { chooseLanguage, languages } from '../i18n.ts'
import type { Language } from '../i18n.ts'
import { ChoiceField } from './choice-field.tsx'

export function Choices() {
  const { t, i18n } = useLingui()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const fold = useRef<HTMLDetailsElement>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const close = () => {
    if (fold.current) fold.current.open = false
  }
  const closeBehind = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) close()
  }
  return (
    <details
      className="choices"
      ref={fold}
      onBlur={closeBehind}
      onToggle={() => setWasOpen(true)}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return
        close()
        fold.current?.querySelector('summary')?.focus()
      }}
    >
      <summary aria-label={t`Language and colours`}>
        <span aria-hidden="true">◐</span>
      </summary>
      {wasOpen && (
        <Paper withBorder shadow="md" p="md" tabIndex={-1}>
          <Stack gap="sm">
            <ChoiceField
              label={t`Language`}
              data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
              value={i18n.locale}
              onChange={(language) => void chooseLanguage(language as Language)}
            />
            <ChoiceField
              label={t`Colours`}
              data={[
                { value: 'auto', label: t`As the device` },
                { value: 'light', label: t`Light` },
                { value: 'dark', label: t`Dark` },
              ]}
              value={colorScheme}
              onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
            />
          </Stack>
        </Paper>
      )}
    </details>
  )
}
