export async function benchRelevance(_f: string): Promise<void> {}
