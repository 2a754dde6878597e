import { Text, Title } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'

export function PageTitle({ title, children }: { title: string; children?: ReactNode }) {
  useDocumentTitle(title)
  return (
    <div>
      <Title order={1} size="h2">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" mt={4}>
          {children}
        </Text>
      )}
    </div>
  )
}

const first = document.title
/** Of the pages that are there, hidden ones included; the last is seen. */
const titles: { text: string }[] = []

function show(): void {
  document.title = titles.at(-1)?.text ?? first
}

function useDocumentTitle(title: string): void {
  const own = useRef({ text: title })
  useLayoutEffect(() => {
    const { current } = own
    titles.push(current)
    return () => {
      titles.splice(titles.indexOf(current), 1)
      show()
    }
  }, [])
  useLayoutEffect(() => {
    own.current.text = title
    show()
  }, [title])
}
