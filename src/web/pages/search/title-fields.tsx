import { useLingui } from '@lingui/react/macro'
import { Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { TitleName } from './title-name.tsx'
import type { Title } from './usual-title.ts'

type Props = {
  readonly title: Title
  readonly change: (title: Title) => void
  readonly children: ReactNode
}

export function TitleFields({ title, change, children }: Props) {
  const { t } = useLingui()
  return (
    <Group align="start" gap="sm">
      <ChoiceField
        w="8rem"
        label={t`Type`}
        data={[
          { value: 'movie', label: t`Film` },
          { value: 'series', label: t`Episode` },
        ]}
        value={title.type}
        onChange={(type) => change({ type: type ?? 'movie', id: '' })}
      />
      <TitleName key={title.type} title={title} change={change} />
      <EpisodeFields title={title} change={change} />
      <div className="beside-field">{children}</div>
    </Group>
  )
}

/** Anime databases count the episodes of an entry, others those of a season. */
const episodePattern =
  /^(?<series>(?:kitsu|mal|anilist|anidb):\d+|(?:tt|[a-z]+:)\d+(?=:\d+:))(?::(?<season>\d+)(?=:))?:(?<episode>\d+)$/

function EpisodeFields({ title, change }: Omit<Props, 'children'>) {
  const { t } = useLingui()
  const { series, season, episode } = episodePattern.exec(title.id)?.groups ?? {}
  if (title.type !== 'series' || series === undefined) return null
  const before = season === undefined ? series : `${series}:${season}`
  return (
    <>
      {season !== undefined && (
        <NumberField
          label={t`Season`}
          value={season}
          change={(next) => change({ ...title, id: `${series}:${next}:${episode}` })}
        />
      )}
      <NumberField
        label={t`Number of the episode`}
        value={episode!}
        change={(next) => change({ ...title, id: `${before}:${next}` })}
      />
    </>
  )
}

type NumberFieldProps = {
  readonly label: string
  readonly value: string
  readonly change: (value: string) => void
}

/** May be empty while it is typed into; the number before counts until there is another. */
function NumberField({ label, value, change }: NumberFieldProps) {
  const [isEmpty, setEmpty] = useState(false)
  return (
    <TextInput
      w="5rem"
      label={label}
      inputMode="numeric"
      value={isEmpty ? '' : value}
      onBlur={() => setEmpty(false)}
      onChange={(event) => {
        const digits = event.currentTarget.value.replaceAll(/\D/g, '')
        setEmpty(digits === '')
        if (digits !== '') change(digits)
      }}
    />
  )
}
