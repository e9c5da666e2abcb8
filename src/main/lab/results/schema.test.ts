import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { columnsOf, createTables, RESULT_TABLE_NAMES, resultsSchema } from './schema'

test('the statements make the tables that the schema describes', async () => {
  const connection = await (await DuckDBInstance.create()).connect()
  for (const statement of createTables()) await connection.run(statement)
  const made = await connection.runAndReadAll(
    "SELECT table_name, column_name, data_type, is_nullable FROM duckdb_columns() WHERE NOT internal AND table_name <> 'meta'"
  )
  const described = RESULT_TABLE_NAMES.flatMap((table) => columnsOf(table).map(({ name, type, nullable }) => [table, name, type, nullable ?? false]))
  expect(new Set(made.getRowsJS().map(String))).toEqual(new Set(described.map(String)))
})

test('every table and column is described in plain sentences', () => {
  const sentences = resultsSchema().flatMap(({ about, columns }) => [about, ...columns.map((one) => one.about)])
  expect(sentences.filter((one) => !/^[A-Z].*\.$/.test(one))).toEqual([])
})
