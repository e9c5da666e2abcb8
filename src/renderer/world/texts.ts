/** Texts of the map. */
export const mapTexts = {
  label: 'Map of the world',
  group: 'Map',
  fit: 'Show the whole map',
  find: 'Find a place',
  fold: (name: string): string => `Fold ${name} into one card`,
  hiddenLabels: (count: number): string => `${count} ${count === 1 ? 'label' : 'labels'} hidden: zoom in`,
  unfold: (name: string): string => `Unfold ${name}`,
  arrange: 'Arrange',
  newPlace: 'New place'
}
