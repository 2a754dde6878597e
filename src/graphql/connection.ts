import type { ObjectRef } from '@pothos/core'
import { builder } from './builder.ts'
import { perPage } from './cost.ts'

type Types = typeof builder.$inferSchemaTypes

type PageReader<Page, Node> = {
  readonly nodes: (page: Page) => readonly Node[]
  readonly cursor: (page: Page, node: Node, index: number) => string
  readonly hasNextPage: (page: Page) => boolean
  readonly hasPreviousPage: (page: Page) => boolean
}

type ConnectionOptions<Page extends object, Node extends object> = PageReader<Page, Node> & {
  readonly type: ObjectRef<Types, Node>
  readonly description: string
  /** In addition to the usual ones. */
  readonly fields?: NonNullable<ObjectOptions<Page>['fields']>
}

type ObjectOptions<Page extends object> = Parameters<
  ReturnType<typeof builder.objectRef<Page>>['implement']
>[0]

/** Connection type for a service's page. Nodes and edges are read on demand, so a long page costs nothing extra. */
export function connectionOf<Page extends object, Node extends object>(
  name: `${string}Connection`,
  { type, description, fields, ...read }: ConnectionOptions<Page, Node>,
): ObjectRef<Types, Page> {
  const edge = builder.edgeObject({
    type,
    name: `${name.slice(0, -'Connection'.length)}Edge`,
    description: 'A node and its position in the list.',
  })
  return builder.objectRef<Page>(name).implement({
    description,
    fields: (t) => ({
      ...fields?.(t),
      nodes: t.field({
        type: [type],
        complexity: perPage,
        description: 'The nodes without cursors.',
        resolve: read.nodes as never,
      }),
      edges: t.field({
        type: [edge],
        complexity: perPage,
        description: 'The nodes with their cursors.',
        resolve: (page) =>
          read
            .nodes(page)
            .map((node, index) => ({ node, cursor: read.cursor(page, node, index) })) as never,
      }),
      pageInfo: t.field({
        type: builder.pageInfoRef(),
        description: 'The position of the page in the list.',
        resolve: (page) => pageInfoOf(page, read),
      }),
    }),
  })
}

function pageInfoOf<Page, Node>(page: Page, read: PageReader<Page, Node>) {
  const nodes = read.nodes(page)
  const cursorAt = (index: number): string | null =>
    nodes.length > 0 ? read.cursor(page, nodes[index]!, index) : null
  return {
    hasNextPage: read.hasNextPage(page),
    hasPreviousPage: read.hasPreviousPage(page),
    startCursor: cursorAt(0),
    endCursor: cursorAt(nodes.length - 1),
  }
}
