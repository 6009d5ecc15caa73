import { type ProductSeed, STORE_IDS } from "./seed-products.ts";

const ORDINARY: readonly [string, string, number, number, string[]?, string[]?][] = [
  ["Printed Lawn Suit", "cat_women_lawn", 1800, 0.6, ["Red", "Teal", "Mustard"], ["S", "M", "L"]],
  ["Khaddar Winter Suit", "cat_women_lawn", 2200, 0.8, ["Maroon", "Olive"], undefined],
  ["Chiffon Party Suit", "cat_women_lawn", 3100, 0.7, undefined, ["S", "M", "L", "XL"]],
  ["Quilted Handbag", "cat_women_bags", 1350, 0.55, ["Black", "Tan"], undefined],
  ["Jute Tote Bag", "cat_women_bags", 620, 0.3, undefined, undefined],
  ["Clutch with Chain", "cat_women_bags", 980, 0.35, ["Gold", "Silver"], undefined],
  ["Cotton Kurta", "cat_men_kurta", 1250, 0.45, ["White", "Navy"], ["M", "L", "XL"]],
  ["Wash and Wear Suit", "cat_men_kurta", 1950, 0.75, ["Grey", "Brown"], undefined],
  ["Waistcoat", "cat_men_kurta", 2100, 0.6, undefined, ["M", "L", "XL"]],
  ["Canvas Sneakers", "cat_men_shoes", 1700, 0.95, ["White", "Black"], ["41", "42", "43"]],
  ["Loafers", "cat_men_shoes", 1450, 0.85, undefined, ["40", "41", "42"]],
  ["Steel Tiffin Box", "cat_home_kitchen", 890, 0.65, undefined, undefined],
  ["Spice Rack", "cat_home_kitchen", 1150, 1.3, undefined, undefined],
  ["Quilt Cover Set", "cat_home_bedding", 2650, 1.9, ["Blue", "Peach"], undefined],
  ["Velvet Cushion Covers", "cat_home_bedding", 760, 0.5, ["Green", "Rust"], undefined],
  ["Desk Lamp", "cat_electronics", 1300, 0.8, undefined, undefined],
  ["Power Bank", "cat_electronics", 2400, 0.35, undefined, undefined],
  ["Neckband Headset", "cat_electronics_audio", 850, 0.12, ["Black", "Blue"], undefined],
  ["Mini Tripod", "cat_electronics", 540, 0.4, undefined, undefined],
  ["Handheld Fan", "cat_electronics", 690, 0.25, ["Pink", "White"], undefined],
  ["Kids Night Suit", "cat_women", 950, 0.3, undefined, ["4Y", "6Y", "8Y"]],
];

/** Two makes of each ordinary product, from alternating stores. */
export function ordinaryProducts(): ProductSeed[] {
  return ORDINARY.flatMap(([title, category, wholesale, weightKg, colors, sizes], index) =>
    ["Classic", "Premium"].map((make, variant) => {
      const price = wholesale + variant * 350;
      return {
        id: `prd_${String(index * 2 + variant + 1).padStart(3, "0")}`,
        title: `${make} ${title}`,
        category,
        store: STORE_IDS[(index + variant) % STORE_IDS.length] ?? STORE_IDS[0],
        wholesale: price,
        minResale: Math.ceil((price * 1.15) / 10) * 10,
        suggested: Math.ceil((price * 1.5) / 50) * 50,
        weightKg,
        stock: 20 + ((index * 7 + variant * 3) % 60),
        brand: variant === 0 ? null : "Zarqa",
        tags: [make.toLowerCase()],
        ...(colors === undefined ? {} : { colors }),
        ...(sizes === undefined ? {} : { sizes }),
      };
    }),
  );
}
