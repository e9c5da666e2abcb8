/** What an edit of a file does, as the subject of a beat. `before` is undefined for a new file. */
export function editSubject(path: string, before: string | undefined, after: string): string {
  void after
  const name = path.slice(path.lastIndexOf('/') + 1)
  return before === undefined ? `Adds ${name}` : `Edits ${name}`
}
