export const scrollDirections = ['Horizontal', 'Vertical'] as const
export const sortOrders = ['Ascending', 'Descending'] as const

/** How an app shows one of its lists, as it keeps it on the server; null: the app has not said it. */
export type DisplayPreferences = {
  readonly sortBy: string | null
  readonly indexBy: string | null
  readonly viewType: string | null
  readonly rememberIndexing: boolean | null
  readonly primaryImageHeight: number | null
  readonly primaryImageWidth: number | null
  /** What else the app keeps, by names of its own. */
  readonly customPrefs: Readonly<Record<string, string>> | null
  readonly scrollDirection: (typeof scrollDirections)[number] | null
  readonly showBackdrop: boolean | null
  readonly rememberSorting: boolean | null
  readonly sortOrder: (typeof sortOrders)[number] | null
  readonly showSidebar: boolean | null
}
