import { useLingui } from '@lingui/react/macro'
import { Group, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { ChoiceField } from '../../parts/choice-field.tsx'

export type Title = { readonly type: string; readonly id: string }

/** A film that anybody may watch: Night of the Living Dead. */
export const usualTitle: Title = { type: 'movie', id: 'tt0063350' }

type Props = {
  readonly title: Title
  readonly change: (title: Title) => void
  readonly children: ReactNode
}

export function TitleFields({ title, change, children }: Props) {
  const { t } = useLingui()
  return (
    <Group align="end" gap="sm">
      <ChoiceField
        w="8rem"
        label={t`Type`}
        data={[
          { value: 'movie', label: t`Film` },
          { value: 'series', label: t`Episode` },
        ]}
        value={title.type}
        onChange={(type) => change({ ...title, type: type ?? 'movie' })}
      />
      <TextInput
        flex="1 1 10rem"
        label={t`Id of the title`}
        placeholder={title.type === 'movie' ? 'tt0063350' : 'tt0903747:1:1'}
        value={title.id}
        onChange={(event) => change({ ...title, id: event.currentTarget.value.trim() })}
      />
      {children}
    </Group>
  )
}
