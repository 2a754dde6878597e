import { closeDatabase, isReachable, openDatabase } from '../../src/storage/database.ts'

export const mysqlServer = 'mysql://root@127.0.0.1:3306'

/** How names of databases of this run begin. */
export const testDatabases = `service_test_${process.env['TEST_RUN']}_`

/** After all tests: drops the databases that its processes have used again and again. */
export async function teardown(): Promise<void> {
  const db = openDatabase({ dialect: 'mysql', url: `${mysqlServer}/mysql` })
  try {
    if (!(await isReachable(db))) return
    const [left = []] = await db.raw<[object[]]>('show databases like ?', [`${testDatabases}%`])
    for (const name of left.flatMap((row) => Object.values(row))) {
      await db.raw('drop database if exists ??', [name])
    }
  } finally {
    await closeDatabase(db)
  }
}
