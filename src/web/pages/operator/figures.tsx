import { useLingui } from '@lingui/react/macro'
import { Card, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type TileProps<Part> = {
  readonly title: string
  readonly hint?: string
  readonly asked: {
    readonly data: Part | undefined
    readonly errorUpdateCount: number
  }
  readonly children: (part: Part) => ReactNode
}

/** Waits for its own query alone. */
export function Tile<Part>({ title, hint, asked, children }: TileProps<Part>) {
  const { t } = useLingui()
  const { data, errorUpdateCount } = asked
  return (
    <Card withBorder padding="lg" component="section">
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          {hint && (
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          )}
        </div>
        {data !== undefined && children(data)}
        {data === undefined && errorUpdateCount === 0 && <Skeleton h="8rem" />}
        {data === undefined && errorUpdateCount > 0 && (
          <Text c="dimmed">{t`Nothing is known of this.`}</Text>
        )}
      </Stack>
    </Card>
  )
}

/** Names with their values, which line up. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="figures">{children}</dl>
}

export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" c="dimmed" size="sm">
        {name}
      </Text>
      <Text component="dd" fw={500} m={0}>
        {children}
      </Text>
    </div>
  )
}
