import { inDatabase } from './database.ts';
import type { Product } from './product.ts';

/** Inserts patients P00001, P00002, …, each with one study, into the product's database. */
export async function addManyPatients(product: Product, count: number): Promise<void> {
  await inDatabase(product, async (client) => {
    await client.query(
      `with inserted as (
        insert into patient (organization_id, id, code, first_name, last_name, birth_date, sex, risk_score)
        select organization.id, gen_random_uuid(), 'P' || lpad(n::text, 5, '0'), 'Ann',
          'Example ' || n, date '1950-01-01' + n % 18000, 'FEMALE', n % 11
        from organization, generate_series(1, $1::int) n
        returning organization_id, id)
      insert into study (organization_id, id, patient_id, created_at)
      select organization_id, gen_random_uuid(), id,
        now() - random() * interval '700 days' from inserted`,
      [count],
    );
    await client.query('analyze');
  });
}
