export const articles: ReadonlySet<string> = new Set(
  'the a an la le les el los il lo der die das un une o os'.split(' '),
)
