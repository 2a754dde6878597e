import { useLingui } from '@lingui/react/macro'
import { Button, Group, Input, Skeleton, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../parts/lazy-part.ts'
import { usualTitle } from './usual-title.ts'
import type { Title } from './usual-title.ts'

const TitleSearch = lazyPart(async () => (await import('./title-search.tsx')).TitleSearch)

type Props = { readonly title: Title; readonly change: (title: Title) => void }

const usualName = 'Night of the Living Dead (1968)'

/** The usual title until another is wanted: what searches for one is as large as a page. */
export function TitleName({ title, change }: Props) {
  const { t } = useLingui()
  const [isAsked, setAsked] = useState(false)
  if (title.id !== usualTitle.id || isAsked) {
    return (
      <Suspense fallback={<Skeleton h="5rem" flex="1 1 14rem" />}>
        <TitleSearch title={title} change={change} isAsked={isAsked} />
      </Suspense>
    )
  }
  return (
    <Input.Wrapper label={t`Title`} labelElement="div" flex="1 1 14rem">
      <Group gap="xs" mih="2.25rem">
        <Text size="sm">{usualName}</Text>
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            setAsked(true)
            change({ ...title, id: '' })
          }}
        >
          {t`Another title`}
        </Button>
      </Group>
    </Input.Wrapper>
  )
}
