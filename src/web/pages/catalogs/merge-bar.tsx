import { Plural, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, TextInput } from '@mantine/core'
import { useState } from 'react'

type Props = {
  readonly count: number
  readonly usualName: string
  readonly merge: (name: string) => void
}

export function MergeBar({ count, usualName, merge: mergeAll }: Props) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  return (
    <Card withBorder padding="sm" shadow="sm" className="merge-bar">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          mergeAll(name.trim() || usualName)
        }}
      >
        <Group align="end" gap="sm">
          <TextInput
            flex="1 1 10rem"
            label={t`Name of the merged catalog`}
            placeholder={usualName}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit">
            <Plural value={count} one="Merge (# catalog)" other="Merge (# catalogs)" />
          </Button>
        </Group>
      </form>
    </Card>
  )
}
